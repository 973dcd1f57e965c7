#!/usr/bin/env bash
# Tests the Debian package in a root folder with only Debian's essential packages: it installs, makes
# the README's sheet, prints its manual, and can be removed completely. Needs root.
#
#     Tests/Pipelines/package.sh contactsheet_VERSION_ARCH.deb [bookworm|trixie]
set -euo pipefail
package=$(realpath "$1")
debian=${2:-bookworm}
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'umount "$work/system/proc" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

lintian --fail-on error "$package" || fail "lintian finds errors"

system=$work/system
debootstrap --variant=minbase "$debian" "$system" >"$work/log" ||
  { tail -20 "$work/log" >&2; fail "debootstrap $debian"; }
# Swift reads the command line from /proc.
mount -t proc proc "$system/proc"
inside() { chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
# Minimal images may exclude manuals; this one has no such rules.
inside apt-get update >>"$work/log"
# The libraries that the package depends on stay installed.
cp "$package" "$system/tmp/contactsheet.deb"
inside sh -c 'dpkg --info /tmp/contactsheet.deb | sed -n "s/^ Depends: //p" | tr , "\n" |
  sed "s/|.*//; s/(.*//" | while read -r name; do
    apt-get install --yes --no-install-recommends "$name" ||
      apt-get install --yes --no-install-recommends "${name%t64}"
  done' >>"$work/log" 2>&1 || { tail -20 "$work/log" >&2; fail "the libraries"; }
listed() { (cd "$system" && find usr etc opt var/lib/dpkg/info -print | sort); }
listed >"$work/before"

inside apt-get install --yes --no-install-recommends /tmp/contactsheet.deb >>"$work/log" 2>&1 ||
  { tail -20 "$work/log" >&2; fail "the installation"; }
cp -r "$root/SampleImages" "$system/tmp/SampleImages"
inside sh -c 'cd /tmp && contactsheet SampleImages --include "*.png"' || fail "the sheet"
test -s "$system/tmp/contact-sheet.png" || fail "no sheet"
inside contactsheet --man | grep -q '^\.SH' || fail "the manual"
inside sh -c 'test -s /usr/share/man/man1/contactsheet.1.gz' || fail "no page for man"
# Swift's library, Foundation and regular expressions take 10 MB of these 20.
[ "$(inside dpkg-query -f '${Installed-Size}' -W contactsheet)" -le 19531 ] || fail "over 20 MB"

inside dpkg --purge contactsheet >>"$work/log"
listed >"$work/after"
diff "$work/before" "$work/after" || fail "it left files behind"
echo "can be installed, used and removed on $debian"
