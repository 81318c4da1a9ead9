// Colours for Verilog and JSON.

const KEYWORDS = new Set(`always assign begin case casez default else end endcase endfunction endgenerate endmodule for
function generate genvar if initial inout input integer localparam module negedge or output parameter posedge reg signed
task endtask wire`.split(/\s+/));

const VERILOG = /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("[^"\n]*")|(`\w+)|(\d*'s?[bodh][\da-fxz_?]+|\b\d[\d_]*\b)|([a-z_$][\w$]*)/gi;
const JSON_TEXT = /("(?:[^"\\]|\\.)*"(?=\s*:))|("(?:[^"\\]|\\.)*")|(-?\b\d[\d.e+-]*)|(true|false|null)/g;

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function paint(text, pattern, classOf) {
  let html = "";
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    const name = classOf(match);
    if (!name) continue;
    html += `${escape(text.slice(last, match.index))}<span class="${name}">${escape(match[0])}</span>`;
    last = match.index + match[0].length;
  }
  return html + escape(text.slice(last));
}

/** HTML of a text with colours, by the name of its file. */
export function highlight(name, text) {
  if (/\.(v|vh|sv|svh)$/.test(name)) {
    return paint(text, VERILOG, ([word, comment, string, directive, number]) => comment ? "c" : string ? "s"
      : directive ? "d" : number ? "n" : KEYWORDS.has(word) ? "k" : null);
  }
  if (name.endsWith(".json")) {
    return paint(text, JSON_TEXT, ([, key, string, number]) => key ? "k" : string ? "s" : number ? "n" : "d");
  }
  return escape(text);
}
