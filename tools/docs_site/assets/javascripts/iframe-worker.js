// A browser starts no worker for a page that was opened as a file, and search runs in one. There, a hidden frame stands in
// for the worker: the same script, with the same messages to and fro.
(() => {
  if (location.protocol !== "file:") return;

  class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.scope = frame.contentWindow;
      this.scope.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.started = new Promise((resolve) => {
        const script = frame.contentDocument.createElement("script");
        script.src = url;
        script.onload = resolve;
        frame.contentDocument.body.append(script);
      });
    }

    async postMessage(data) {
      await this.started;
      this.scope.dispatchEvent(new this.scope.MessageEvent("message", { data }));
    }
  }

  window.Worker = FrameWorker;
})();
