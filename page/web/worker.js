// A worker with a core of its own: it answers one request at a time.

import { instantiate } from "./core.js";

let call = null;

self.onmessage = async ({ data }) => {
  if ("module" in data) {
    try {
      call = await instantiate(data.module, (progress) => self.postMessage({ progress }));
      self.postMessage({ ready: true });
    } catch (failure) {
      self.postMessage({ ready: false, failure: String(failure) });
    }
    return;
  }
  try {
    self.postMessage({ answer: call(data.request) });
  } catch (failure) {
    self.postMessage({ failure: String(failure) });
  }
};
