// A page opened from disk may start no worker. There the search runs in a hidden frame instead,
// which the theme knows by this class's name.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    /** @param {string | URL} address of the worker's script */
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.ready = new Promise((loaded) => this.frame.addEventListener("load", loaded)).then(() => {
        const inside = this.frame.contentWindow;
        inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
        inside.importScripts = (...scripts) => Promise.all(scripts.map((one) => load(inside, one)));
        return inside;
      });
      this.frame.srcdoc = `<!doctype html><script src="${new URL(address, document.baseURI)}"></script>`;
      document.body.append(this.frame);
    }
    postMessage(data) {
      this.ready.then((inside) => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }
    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;

  function load(inside, address) {
    const script = inside.document.createElement("script");
    script.src = address;
    inside.document.body.append(script);
    return new Promise((loaded) => script.addEventListener("load", loaded));
  }
}
