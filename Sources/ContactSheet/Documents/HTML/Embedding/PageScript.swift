/// The script of a page that has pictures inside, which needs nothing but the page.
enum PageScript {
  /// The script.
  ///
  /// What it does is easier with it, and can be done without.
  static let source: HTML = """

    const all = (selector, parent = document) => [...parent.querySelectorAll(selector)]
    const views = all("#pictures > figure")
    const shown = () => views.find(view => view.matches(":target"))
    const link = relation => shown()?.querySelector(`[rel=${relation}]`)

    // Going on replaces the address, so that going back in the browser leaves the pictures.
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

    const relations = {ArrowLeft: "prev", ArrowRight: "next", PageUp: "prev", PageDown: "next", " ": "next", Escape: "up"}
    document.onkeydown = event => {
      if (event.ctrlKey || event.altKey || event.metaKey || !shown()) return
      const full = shown().querySelector("input")
      let act = null
      if (event.key == "z") act = () => full.click()
      else if (event.key == "Home") act = () => follow({hash: "#" + views[0].id})
      else if (event.key == "End") act = () => follow({hash: "#" + views.at(-1).id})
      else if (event.key == " " && event.target.closest("a,input")) return
      else if (relations[event.key] && (event.key == "Escape" || !full.checked))
        act = () => follow(link(event.key == " " && event.shiftKey ? "prev" : relations[event.key]))
      if (!act) return
      event.preventDefault()
      act()
    }

    """
}
