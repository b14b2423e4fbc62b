// Before anything is painted: the theme the reader chose, so that no page flashes.
(function () {
  try {
    var settings = JSON.parse(localStorage.getItem("linden") || "{}");
    var theme = settings.theme;
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch (error) {
    // Storage may be closed to us; the system's theme does.
  }
})();
