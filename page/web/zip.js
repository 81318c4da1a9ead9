// A writer of zip archives that stores files as they are.

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

// Little-endian fields; a number is written as so many bytes.
function record(...fields) {
  return Uint8Array.from(fields.flatMap(([value, size]) =>
    Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) & 0xff)));
}

// The first day that the format knows: the same files give the same archive.
const DAY = (1 << 5) | 1;
const UTF8 = 0x0800;

/** The bytes of an archive of files `{name, text}`, in their order. */
export function archive(files) {
  const encoder = new TextEncoder();
  const parts = [];
  const entries = [];
  let offset = 0;
  for (const { name, text } of files) {
    const label = encoder.encode(name);
    const bytes = encoder.encode(text);
    const common = [[20, 2], [UTF8, 2], [0, 2], [0, 2], [DAY, 2], [checksum(bytes), 4], [bytes.length, 4],
      [bytes.length, 4], [label.length, 2], [0, 2]];
    const head = record([0x04034b50, 4], ...common);
    parts.push(head, label, bytes);
    entries.push(record([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), label);
    offset += head.length + label.length + bytes.length;
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const end = record([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...entries, end], { type: "application/zip" });
}
