// Writes inconsistent ZIP files, which a library would not create.
import { crc32, constants, deflateRawSync } from 'node:zlib';

const MIB = 1024 * 1024;

/** Creates data that compress to almost nothing: one compressed MiB, repeated `megabytes` times. */
export function compressibleData(megabytes, filler = ' ') {
  const block = Buffer.alloc(MIB, filler);
  const compressed = deflateRawSync(block, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.alloc(0));
  return { data: Buffer.concat([...Array.from({ length: megabytes }, () => compressed), end]), size: megabytes * MIB };
}

export const small = (text) => {
  const bytes = Buffer.from(text);
  return { data: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes) };
};

/**
 * Creates a ZIP file. The `data` of an entry are compressed; `size` is their size before compression.
 * @param shared whether all entries of the directory refer to the data of the first entry
 */
export function zip(entries, { shared = false } = {}) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [index, { name, data, size, crc = 0, declaredSize = size }] of entries.entries()) {
    const file = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc >>> 0, 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(Math.min(declaredSize, 0xffffffff), 18);
    fields.writeUInt16LE(file.length, 22);
    const at = shared ? 0 : offset;
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, Buffer.alloc(12), int32(at), file]),
    );
    if (shared && index > 0) continue;
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, file, data]);
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = Buffer.alloc(4);
  count.writeUInt16LE(entries.length & 0xffff, 0);
  count.writeUInt16LE(entries.length & 0xffff, 2);
  const end = [
    Buffer.from('PK\x05\x06\0\0\0\0', 'latin1'),
    count,
    int32(central.length),
    int32(offset),
    Buffer.alloc(2),
  ];
  return Buffer.concat([...parts, central, ...end]);
}

function int32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
