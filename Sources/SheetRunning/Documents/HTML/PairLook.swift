extension PagePairs {
  /// The style of pairs and their tools.
  ///
  /// Without keys and a script, the edge of a wiped picture stays wide enough to be dragged.
  static let look: HTML = """
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
    #pairs.small{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr));gap:0 2rem}
    #pairs.small>article{content-visibility:visible}
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
    body:has(#view-wipe:checked):not(:has(kbd)) .both .before{min-width:1.25rem}
    body:has(#view-flicker:checked) .both .before{width:100%!important;animation:flicker 1.2s steps(1) infinite}
    @keyframes flicker{50%{visibility:hidden}}
    @media(prefers-reduced-motion:reduce){.both .before{animation:none!important}body:has(#view-flicker:checked) .both:hover .before{visibility:hidden}}
    body:has(#view-difference:checked) .sides:has(.difference){display:block}
    body:has(#view-difference:checked) .sides:has(.difference) :is(.before,.after){display:none}
    @media print{#tools{display:none}}

    """
}
