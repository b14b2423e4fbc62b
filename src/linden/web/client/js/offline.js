// The page without a server: it asks now and then, and comes back when there is an answer.
(function () {
  function ask() {
    fetch("/api/health", { cache: "no-store" }).then(
      function (answer) {
        if (answer.ok) location.reload();
      },
      function () {}, // not yet
    );
  }
  setInterval(ask, 3000);
  addEventListener("online", ask);
})();
