extension PageStyle {
  /// The style of a page that has pictures inside, besides the style of all pages.
  ///
  /// A picture fills the window on a dark ground, as in viewers of photographs.
  static let embeddedLook: HTML = """
    #pictures>figure{display:none}
    #pictures>figure:target{display:grid;grid-template:minmax(0,1fr) auto/minmax(0,1fr);position:fixed;inset:0;z-index:9;margin:0;\
    color-scheme:dark;--ink:#e4e4e7;--quiet:#a1a1aa;--link:#93c5fd;background:#111;color:var(--ink);outline:0;touch-action:pan-y pinch-zoom}
    #pictures img{margin:auto;max-height:100%;object-fit:contain;background:none}
    #pictures figcaption{display:flex;flex-wrap:wrap;gap:0 1rem;z-index:1;margin:0;padding:.5rem 1rem;background:#111}
    #pictures figcaption>a{margin-left:auto}
    #pictures figure>a{position:absolute;inset:0 50% 0 0;display:flex;align-items:center;padding:.5rem;font-size:2.5rem;text-decoration:none}
    #pictures a[rel=next]{inset:0 0 0 50%;justify-content:end}
    #pictures a[rel=prev]::before{content:"‹"}
    #pictures a[rel=next]::before{content:"›"}
    #pictures figure>a:focus-visible{outline-offset:-4px}
    #pictures :is([rel=prev],[rel=next])::before{padding:0 .75rem;border-radius:.5rem;background:#111a;color:#fff}
    #pictures figure:has(:checked){overflow:auto}
    #pictures figure:has(:checked)>a{display:none}
    #pictures figure:has(:checked) img{max-width:none;max-height:none}
    #pictures figure:has(:checked) figcaption{position:sticky;bottom:0;left:0}
    body:has(#pictures>:target){overflow:hidden}
    @media print{#pictures{display:none}}

    """
}
