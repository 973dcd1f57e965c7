/// The script of a page with embedded pictures.
///
/// It needs no files other than the page.
enum PageScript {
  /// The JavaScript of the page.
  ///
  /// The page works without it, but less conveniently.
  static let source: TrustedText = """

    const all = (selector, parent = document) => [...parent.querySelectorAll(selector)]
    const views = all("#pictures > figure")
    const shown = () => views.find(view => view.matches(":target"))
    const link = relation => shown()?.querySelector(`[rel=${relation}]`)

    // Moving on replaces the address, so the browser's back button leaves the pictures.
    function follow(link) {
      if (!link) return
      location.replace(link.hash)
      const view = shown()
      if (!view) return document.querySelector(link.hash)?.focus()
      view.focus()
      for (const near of [view.nextElementSibling, view.previousElementSibling])
        near?.querySelector("img").setAttribute("loading", "eager")
    }

    for (const view of views) {
      view.onclick = event => {
        const link = event.target.closest("a")
        if (!link) return
        event.preventDefault()
        follow(link)
      }
      let start = null
      const full = () => view.querySelector("input").checked
      view.onpointerdown = event => { start = event.pointerType == "mouse" || full() ? null : event }
      view.onpointerup = event => {
        const way = start && event.clientX - start.clientX
        start = null
        if (Math.abs(way) > 40) follow(link(way < 0 ? "next" : "prev"))
      }
    }

    const pairs = all("#pairs > article")
    const tools = document.querySelector("#tools")
    const choice = id => tools.querySelector("#" + id)
    const search = tools?.querySelector("[type=search]")
    const visible = () => all("#pairs > article").filter(pair => pair.offsetParent)
    let current = null

    function choose() {
      const text = search.value.toLowerCase()
      for (const pair of pairs)
        pair.hidden = !pair.querySelector("h2").textContent.toLowerCase().includes(text)
      tools.querySelector("output").value = `${visible().length} of ${pairs.length}`
    }

    function wipe(pair, move) {
      const before = pair?.querySelector(".both > .before")
      if (!before || !choice("view-wipe").checked) return
      const box = before.parentElement.getBoundingClientRect()
      const share = move(before.getBoundingClientRect().width / box.width, box)
      before.style.width = `${100 * Math.min(1, Math.max(0, share))}%`
    }

    if (tools) {
      search.closest("fieldset").hidden = false
      search.oninput = choose
      tools.onchange = () => {
        choose()
        current?.scrollIntoView({block: "start"})
      }
      choice("by-share").onchange = event => document.querySelector("#pairs").append(
        ...(event.target.checked ? [...pairs].sort((a, b) => b.dataset.share - a.dataset.share) : pairs))
      for (const pair of pairs) {
        pair.onpointerdown = () => { current = pair }
        pair.onpointermove = event => {
          if (event.target.closest(".both")) wipe(pair, (_, box) => (event.clientX - box.x) / box.width)
        }
      }
      choose()
    }

    function step(by) {
      const shown = visible()
      const next = shown[Math.max(0, shown.indexOf(current) + (shown.includes(current) ? by : 0))]
      if (!next) return
      current = next
      next.focus({preventScroll: true})
      next.scrollIntoView({block: "start"})
    }

    const pairKeys = {
      j: () => step(1), k: () => step(-1), s: () => choice("by-share").click(), "/": () => search.focus(),
      1: () => choice("view-side").click(), 2: () => choice("view-wipe").click(),
      3: () => choice("view-flicker").click(), 4: () => choice("view-difference").click(),
      ArrowLeft: () => wipe(current, share => share - 0.05), ArrowRight: () => wipe(current, share => share + 0.05),
    }

    const relations = {ArrowLeft: "prev", ArrowRight: "next", PageUp: "prev", PageDown: "next", " ": "next", Escape: "up"}

    function pictureKey(event) {
      const full = shown().querySelector("input")
      if (event.key == "z") return () => full.click()
      if (event.key == "Home") return () => follow({hash: "#" + views[0].id})
      if (event.key == "End") return () => follow({hash: "#" + views.at(-1).id})
      if (event.key == " " && event.target.closest("a,input")) return
      if (!relations[event.key] || event.key != "Escape" && full.checked) return
      return () => follow(link(event.key == " " && event.shiftKey ? "prev" : relations[event.key]))
    }

    document.onkeydown = event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      if (event.target == search) {
        if (event.key == "Escape") search.blur()
        return
      }
      const act = shown() ? pictureKey(event) : tools && event.target.type != "radio" && pairKeys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }

    """
}
