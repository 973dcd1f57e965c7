extension PageStyle {
  /// How a page looks that has pictures inside, besides what all pages have.
  ///
  /// A picture fills the window on a dark ground, as photographs are looked at.
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
    [hidden]{display:none!important}
    #tools{display:flex;flex-wrap:wrap;gap:.25rem 2rem;margin:1rem 0 0;padding:.5rem 0;\
    background:var(--ground);border-bottom:1px solid var(--line);font-size:.875rem}
    #tools fieldset{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;margin:0;padding:0;border:0;min-width:0}
    #tools legend{float:left;padding:0}
    #tools legend,#tools kbd,#tools output{color:var(--quiet);font:inherit}
    #pairs>article{padding:1rem 0;border-bottom:1px solid var(--line);scroll-margin-top:6rem;content-visibility:auto;contain-intrinsic-size:auto 24rem}
    #pairs>:is(.equal,.allowed){contain-intrinsic-size:auto 3rem}
    #pairs>:focus{outline:0;box-shadow:-4px 0 var(--ground),-8px 0 var(--link)}
    #pairs h2{margin:0;font-size:1rem}
    @media(min-width:40rem) and (min-height:30rem){#tools{position:sticky;top:0;z-index:2}}
    @media(min-width:40rem) and (max-width:60rem){#pairs>article{scroll-margin-top:9rem}}
    @media(hover:none){#tools kbd{display:none}}
    .sides{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}
    .sides>figure{margin:.5rem 0 0;max-width:100%}
    .sides figcaption{margin:.25rem 0 0}
    @media(min-width:40rem){.sides{display:grid;grid-template-columns:repeat(3,minmax(6rem,max-content))}.after{grid-column:2}.difference{grid-column:3}}
    body:has(#view-wipe:checked,#view-flicker:checked) .both{display:block;position:relative;width:var(--w);max-width:100%;aspect-ratio:var(--r);\
    container-type:inline-size;overflow:hidden;margin-top:.5rem;background:var(--line);touch-action:pan-y}
    body:has(#view-wipe:checked,#view-flicker:checked) .both :is(figcaption,.difference){display:none}
    body:has(#view-wipe:checked,#view-flicker:checked) .both figure{margin:0}
    body:has(#view-wipe:checked,#view-flicker:checked) .both .after img{width:var(--a)}
    body:has(#view-wipe:checked,#view-flicker:checked) .both .before{position:absolute;inset:0 auto 0 0;width:50%;overflow:hidden;background:var(--line)}
    body:has(#view-wipe:checked,#view-flicker:checked) .both .before img{width:var(--b);max-width:none}
    body:has(#view-wipe:checked) .both .before{box-sizing:border-box;min-width:2px;max-width:100%;resize:horizontal;border-right:2px solid #0b2d6b;box-shadow:2px 0 #fff}
    body:has(#view-flicker:checked) .both .before{width:100%!important;animation:flicker 1.2s steps(1) infinite}
    @keyframes flicker{50%{visibility:hidden}}
    @media(prefers-reduced-motion:reduce){.both .before{animation:none!important}body:has(#view-flicker:checked) .both:hover .before{visibility:hidden}}
    body:has(#view-difference:checked) .sides:has(.difference){display:block}
    body:has(#view-difference:checked) .sides:has(.difference) :is(.before,.after){display:none}
    @media print{#pictures,#tools{display:none}}

    """
}
