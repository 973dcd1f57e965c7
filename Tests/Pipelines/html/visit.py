"""A page in a browser, and the contrast of its colours."""

import re


class Visit:
    """A page in its own window, in which no message may appear."""

    def __init__(self, browser, url, width=1280, height=800, **options):
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.url, self.requests, self.messages = url, [], []
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.messages.append(message.text))
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(url)

    def __enter__(self):
        return self

    def __exit__(self, error, *_):
        if not error:
            assert not self.messages, (self.messages, self.requests)
            # Nothing is loaded from elsewhere: "file:" or a server, and its name.
            origin = self.url.split("/")[:3]
            assert all(request.split("/")[:3] == origin for request in self.requests), self.requests
        self.context.close()

    def landed(self):
        """The width of the picture that the browser shows on its own."""
        self.page.wait_for_function(
            "document.contentType == 'image/png' && document.images[0]?.complete"
        )
        return self.page.evaluate("document.images[0].naturalWidth")

    def style(self, selector, key):
        script = "([selector, key]) => getComputedStyle(document.querySelector(selector))[key]"
        return self.page.evaluate(script, [selector, key])


def contrast(one, other):
    """The WCAG contrast of two colours, from 1 to 21."""
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def luminance(color):
    def linear(value):
        value /= 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(value)) for value in re.findall(r"\d+", color)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
