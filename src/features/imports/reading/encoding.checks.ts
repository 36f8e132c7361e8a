/** Encoding of a text file. */
export type EncodingName = (typeof ENCODINGS)[number];

/** Encodings with one byte per character, in order of preference. */
export const CODE_PAGES = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'cp850',
  'cp852',
] as const;
export const UTF_16 = ['utf-16le', 'utf-16be'] as const;

export const ENCODINGS = ['utf-8', ...CODE_PAGES, ...UTF_16] as const;

const OTHER_NAMES: Readonly<Record<string, EncodingName>> = {
  utf8: 'utf-8',
  utf16: 'utf-16le',
  unicode: 'utf-16le',
  ansi: 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  latin2: 'iso-8859-2',
  latin9: 'iso-8859-15',
  latin15: 'iso-8859-15',
  mac: 'macintosh',
  macroman: 'macintosh',
  macosroman: 'macintosh',
  'x-mac-roman': 'macintosh',
  ibm850: 'cp850',
  ibm852: 'cp852',
  dos850: 'cp850',
  dos852: 'cp852',
  850: 'cp850',
  852: 'cp852',
};

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');
const BY_NAME: ReadonlyMap<string, EncodingName> = new Map([
  ...Object.entries(OTHER_NAMES).map(([name, encoding]) => [plain(name), encoding] as const),
  ...ENCODINGS.map((name) => [plain(name), name] as const),
  ...ENCODINGS.filter((name) => name.startsWith('windows-')).flatMap((name) => {
    const number = name.slice('windows-'.length);
    return [`cp${number}`, `win${number}`, number].map((other) => [other, name] as const);
  }),
]);

/** Returns the encoding with this name in any spelling, such as `Windows-1250`, `cp1250` or `Mac OS Roman`. */
export const encodingNamed = (name: string): EncodingName | undefined => BY_NAME.get(plain(name));

/** Encoding of a text file; `bom` is the number of bytes to skip at its start. */
export interface TextEncoding {
  name: EncodingName;
  bom: number;
  /** Whether the encoding is only a guess, because no code page yields a known header. */
  isGuess?: boolean;
}
