import { describe, expect, test } from '@jest/globals';
import iconv from 'iconv-lite';
import { encodingNamed } from '../../../src/features/imports/reading/encoding.checks.js';
import { mangledKind } from '../../../src/features/imports/reading/cells/mangled-identifiers.js';
import { isInOtherUnit } from '../../../src/features/imports/reading/units.js';
import { file, readAll, textRows, workbook } from './reading-files.js';

/**
 * Reads a file. Returns each queen as a text: `identifier name ♀dam ♂mate`, followed by the type of her mating, her
 * test and her breeding values. Missing values are left out.
 */
async function read(content: string | Uint8Array, extension = 'csv') {
  const { drafts, faults, warnings, head } = await readAll(file(content, extension));
  const queens = drafts.map((draft) =>
    [
      draft.external_id,
      draft.name,
      draft.mother && `♀${draft.mother}`,
      draft.mated_to && `♂${draft.mated_to}`,
      draft.mating_type,
      draft.apiary && `@${draft.apiary}`,
      draft.year,
      draft.honey && `${draft.honey}kg`,
      draft.gentleness && `g${draft.gentleness}`,
      ...(draft.breeding_values ?? []).map(
        ({ trait, normalized, reliability }) => `${trait}=${normalized}/${reliability}`,
      ),
    ]
      .filter(Boolean)
      .join(' '),
  );
  const codes = (findings: typeof faults) => findings.map(({ row, code }) => `${row} ${code}`);
  return { queens, faults: codes(faults), warnings: codes(warnings), encoding: head.encoding, header: head.headerRow };
}

type Found = Partial<Awaited<ReturnType<typeof read>>>;
const lines = (...rows: string[]) => rows.join('\n');

describe('the detection of text encodings', () => {
  const CASES: [encoding: string, name: string | null, rows: string, queens: string[]][] = [
    ['cp852', 'cp852', lines('numer;nazwa;matka matki;linia', '1;Łąka;nieznana;Ż', '2;Święta;1;ź'), ['1 Łąka', '2 Święta ♀1']],
    ['cp852', 'cp852', lines('name;mother', 'Růžena;neznámá', 'Žofie;Růžena'), ['Růžena', 'Žofie ♀Růžena']],
    ['macintosh', 'macintosh', lines('Numéro;Nom;Mère;Année;Miel', '1;Églantine;inconnue;2023;30'), ['1 Églantine 2023 30kg']],
    ['macintosh', 'macintosh', lines('Königin;Prüfjahr;Honig;Züchter', 'Müßig;2023;30;Jörg'), ['Müßig 2023 30kg']],
    ['utf-16le', 'utf-16le', lines('Nummer;Königin;Mutter', '1;Größe;unbekannt', '2;Änne;1'), ['1 Größe', '2 Änne ♀1']],
    ['utf-16be', 'utf-16be', lines('Nummer\tKönigin\tMutter', '1\tGröße\t', '2\tÄnne\t1'), ['1 Größe', '2 Änne ♀1']],
    ['cp850', 'cp850', lines('Königin;Schlupf;Züchter', 'Größe;2021;Müßig'), ['Größe']],
    ['iso-8859-15', 'iso-8859-15', lines('reine;née;mère', 'Cœur;2021;', 'Sœur;2022;Cœur'), ['Cœur', 'Sœur ♀Cœur']],
    ['iso-8859-2', 'iso-8859-2', lines('nazwa;matka hodowlana;linia', 'Łąka;;Ść', 'Święta;Łąka;Żź'), ['Łąka', 'Święta ♀Łąka']],
    ['windows-1250', 'windows-1250', lines('numer;nazwa;matka matki;łagodność', '1;Żaba;brak;3'), []],
    ['macintosh', 'macintosh', lines('name;race', 'Käthe;C'), ['Käthe']],
    ['cp850', 'cp850', lines('name;race', 'Käthe;C'), ['Käthe']],
    // Regression: these two files were refused, because they were read as UTF-8.
    ['utf-16le', 'utf-16le', lines('name;race', 'Anna;C'), ['Anna']],
    ['utf-16be', 'utf-16be', lines('name;race', 'Anna;C'), ['Anna']],
  ]; // prettier-ignore
  test.each(CASES)('recognizes %s as %s in the text %j', async (encoding, name, rows, queens) => {
    const found = await read(iconv.encode(rows, encoding));
    expect(found).toMatchObject({ encoding: name, ...(queens.length > 0 && { queens, faults: [] }) });
  });

  test('considers letters with accents far from the start', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `Q${i};x`);
    const { head, drafts } = await readAll(file(iconv.encode(lines('name;notes', ...rows, 'Łąka;x'), 'windows-1250')));
    expect([head.encoding, drafts.at(-1)!.name]).toEqual(['windows-1250', 'Łąka']);
  });

  test('considers the headers of the mapping', async () => {
    const path = file(iconv.encode(lines('pčela;x', 'Anna;1'), 'windows-1250'));
    const { head, drafts } = await readAll(path, { mapping: { pčela: 'queen_name' } });
    expect([head.encoding, drafts[0]!.name]).toEqual(['windows-1250', 'Anna']);
  });
});

test.each([
  ['Latin-1', 'windows-1252'],
  ['ISO 8859-1', 'windows-1252'],
  ['ANSI', 'windows-1252'],
  ['cp1250', 'windows-1250'],
  ['Win1250', 'windows-1250'],
  ['1250', 'windows-1250'],
  ['latin2', 'iso-8859-2'],
  ['Mac', 'macintosh'],
  ['Mac OS Roman', 'macintosh'],
  ['DOS 850', 'cp850'],
  ['852', 'cp852'],
  ['UTF16', 'utf-16le'],
  ['UTF_8', 'utf-8'],
  ['EBCDIC', undefined],
])('the name %j of an encoding means %s (undefined: unknown)', (name, encoding) => {
  expect(encodingNamed(name)).toBe(encoding);
});

describe('a table', () => {
  const CASES: [what: string, content: string, found: Found][] = [
    ['with vertical bars between cells', lines('number|name|mother', '1|Anna|', '2|Bea|1'), { queens: ['1 Anna', '2 Bea ♀1'] }],
    [
      'with a title above, and sums and notes below',
      lines('Zuchtliste Huber;;;;', 'Stand: 1.9.2024;;;;', '', 'Nr.;Königin;Mutter;Honig kg;Jahr', '1;Anna;;30,5;2023', '2;Bea;1;25;2023', 'Summe;;;55,5;', 'Ø;;;27,75;', '* vorläufig;;;;'),
      { header: 4, queens: ['1 Anna 2023 30.5kg', '2 Bea ♀1 2023 25kg'], warnings: ['1 above_header_set_aside', '7 summary_set_aside', '8 summary_set_aside', '9 footnote_set_aside'] },
    ],
    [
      'with a count below the names',
      lines('Nr;Name;Honig;Jahr', '1;Anna;30;2023', 'Anzahl;1;;', 'Mean;1;30;'),
      { queens: ['1 Anna 2023 30kg'], warnings: ['3 summary_set_aside', '4 summary_set_aside'] },
    ],
    [
      // Regression: the title of the second table became a queen.
      'with a title above a repeated header',
      lines('Regina;Madre;Anno;Miele', 'Luna;;2023;30', '', 'Elenco Apiario Monte;;;', 'Regina;Madre;Anno;Miele', 'Sole;Luna;2023;20', 'Neve;;;', 'Regina;Madre;Anno;Miele', '', 'Stella;;;'),
      { queens: ['Luna 2023 30kg', 'Sole ♀Luna 2023 20kg', 'Neve', 'Stella'], warnings: ['4 section_set_aside', '5 repeated_header_set_aside', '8 repeated_header_set_aside'], faults: [] },
    ],
    [
      // Regression: these subtotals became queens with tests.
      'with subtotals',
      lines('Name;Nr;Honig;Sanftmut', 'Anna;1;;', 'Sous-total Bois;;45;', 'Sous-total;;45;', 'Subtotale;;45;', 'Nord Ergebnis;;45;3,5', 'Gesamtergebnis;;90;', 'Grand Total;;90;', 'Suma końcowa;;9;'),
      { queens: ['1 Anna'], warnings: [3, 4, 5, 6, 7, 8, 9].map((row) => `${row} summary_set_aside`), faults: [] },
    ],
    [
      'with the number in parts and a queen whose name is a word for a statistic',
      lines('NAME;L1A;Z1A;NR1A;J1A;SANFT', 'Max;;31;33;2022;3'),
      { queens: ['31-33-2022 Max 2023 g3'], warnings: [] },
    ],
    [
      'with a queen whose name ends like a subtotal',
      lines('Name;Nr;Mutter;Honig;Jahr', 'Berta Total;1;;30;2023', 'Anna Total;;Berta Total;;', 'Suma;;;;'),
      { queens: ['1 Berta Total 2023 30kg', 'Anna Total ♀Berta Total'], warnings: ['4 summary_set_aside'], faults: [] },
    ],
    ['with a queen whose only cell is a name that ends like a subtotal', lines('Name;Nr;Honig', 'Anna Total;;'), { queens: ['Anna Total'], warnings: [] }],
    ['with a queen whose name begins like a mean', lines('Regina;Codice;Razza', 'Media Luna;;ligustica'), { queens: ['Media Luna'], warnings: [] }],
    ['with a queen named O', lines('Name;Nr;Honig;Jahr', 'O;;30;2023'), { queens: ['O 2023 30kg'], warnings: [] }],
    ['with sums, and a dash instead of a number of a queen', lines('Name;Nr;Honig', 'Anna;1;', 'Summe;-;45'), { queens: ['1 Anna'], warnings: ['3 summary_set_aside'] }],
    [
      'with statistics, and a queen whose name is a word for a statistic',
      lines('Name;Nr;Mutter;Honig;Linie', 'Anna;1;;;', 'Max;;;;Nord', 'Min;;;20;', 'StdAbw;;;5;3'),
      { queens: ['1 Anna', 'Max'], warnings: ['4 summary_set_aside', '5 summary_set_aside'], faults: [] },
    ],
    ['with a queen whose name looks like a heading, and another filled cell', lines('Name;Nr;Linie', 'Stand Nord;;C'), { queens: ['Stand Nord'], warnings: [] }],
    ['with a queen whose name equals its header', lines('Königin;Nr;Mutter', 'Königin;;'), { queens: ['Königin'], warnings: [] }],
    [
      'with units in brackets and dashes below the header',
      lines('Königin;Nr;Honig;Linie;Jahr', '-;[Code];(kg);[frei];-', 'Anna;1;30;C;2023'),
      { queens: ['1 Anna 2023 30kg'], warnings: ['2 units_set_aside'], faults: [] },
    ],
    ['with the header in row 20', lines(...Array<string>(19).fill('Liste;Huber'), 'Name;Mutter', 'Anna;'), { queens: ['Anna'], header: 20 }],
    [
      'with headings between groups of rows',
      lines('Name;Nr;Honig;Jahr', 'Stand Nord;;;', 'Anna;1;30;2023', 'Jahrgang 2022;;;', 'Bea;2;20;2023'),
      { queens: ['1 Anna 2023 30kg', '2 Bea 2023 20kg'], warnings: ['2 section_set_aside', '4 section_set_aside'] },
    ],
    [
      'with a queen between a blank row and a repeated header',
      lines('Name;Nr;Honig;Jahr', 'Anna;1;30;2023', '', 'Bea;2;20;2023', 'Name;Nr;Honig;Jahr', 'Cora;3;10;2023'),
      { queens: ['1 Anna 2023 30kg', '2 Bea 2023 20kg', '3 Cora 2023 10kg'], warnings: ['5 repeated_header_set_aside'] },
    ],
    [
      'with headings that end with a colon or a full stop',
      lines('Name;Nr;Honig;Jahr', 'Gruppe A:;;;', 'Anna;1;30;2023', 'Jahrgang 2022.;;;', 'Bea;2;20;2023'),
      { queens: ['1 Anna 2023 30kg', '2 Bea 2023 20kg'], warnings: ['2 section_set_aside', '4 section_set_aside'] },
    ],
    ['with a queen whose name is the first word of headings', lines('Name;Nr;Honig;Jahr', 'Gruppe;;;'), { queens: ['Gruppe'], warnings: [] }],
    [
      'with a queen whose only cell is her name, below a blank row',
      lines('Name;Nr;Honig;Jahr', 'Anna;1;30;2023', '', 'Bea;;;', 'Cora;3;10;2023'),
      { queens: ['1 Anna 2023 30kg', 'Bea', '3 Cora 2023 10kg'], warnings: [] },
    ],
    [
      'of two columns, with a queen between a blank row and a repeated header',
      lines('Name;Mutter', 'Anna;', '', 'Bea;', 'Name;Mutter', 'Cora;'),
      { queens: ['Anna', 'Bea', 'Cora'], warnings: ['5 repeated_header_set_aside'] },
    ],
    ['with a single word below the rows', lines('Name;Nr;Honig', 'Anna;1;', 'Ende;;'), { queens: ['1 Anna'], warnings: ['3 footnote_set_aside'] }],
    [
      'with a queen whose name is a unit, and whose dam has a number in the form of a scale',
      lines('Name;Mutter;Honig', 'N;5-21;'),
      { queens: ['N ♀5-21'], warnings: [] },
    ],
    ['with a queen whose name is a unit, in the first row', lines('Name;Nr;Honig', 'N;;'), { queens: ['N'], warnings: [] }],
    ['with a queen whose name is a unit, in a later row', lines('Name;Mutter;Bemerkung', 'Anna;;', 'Note;;Text'), { queens: ['Anna', 'Note'], warnings: [] }],
    ['of two columns, with a queen whose name looks like a heading', lines('Name;Mutter', 'Stand Nord;'), { queens: ['Stand Nord'], warnings: [] }],
    [
      'with a second header in another language',
      lines('Königin;Nr;Mutter;Honig;Jahr', 'Queen;No;Dam;Honey;Year', 'Anna;1;;30;2023'),
      { queens: ['1 Anna 2023 30kg'], warnings: ['2 repeated_header_set_aside'] },
    ],
    [
      'with a header of two rows',
      lines('Name;Nr.;Mutter;Leistung;;', ';;;Honig;Sanftmut;Jahr', 'Anna;1;;30;3;2023'),
      { header: 2, queens: ['1 Anna 2023 30kg g3'], faults: [] },
    ],
    [
      'with titles of column groups above the header',
      lines('Stammdaten;;;Prüfung;', 'Name;Nr.;Mutter;Honig;Jahr', 'Anna;1;;30;2023'),
      { header: 2, queens: ['1 Anna 2023 30kg'], warnings: ['1 above_header_set_aside'] },
    ],
    [
      'with units below the header',
      lines('Königin;Nr;Honig;Sanftmut;Jahr', ';;kg;1-4;', 'Anna;1;30;3;2023'),
      { queens: ['1 Anna 2023 30kg g3'], warnings: ['2 units_set_aside'] },
    ],
    [
      'with `.0` after whole numbers, also where they are names',
      lines('Name;Mutter;Jahr;Honig;Stand', '7.0;;2023;30;1.0', '8.0;7.0;2023;31;1.0'),
      { queens: ['7 @1 2023 30kg', '8 ♀7 @1 2023 31kg'] },
    ],
    [
      'whose first row has only identifiers in the form of a scale',
      lines('Name;Mutter;Vater;Jahr', '12-23;5-21;7-20;', '13-23;5-21;;2024'),
      { queens: ['12-23 ♀5-21', '13-23 ♀5-21'], warnings: [] },
    ],
    [
      'with notes below that begin with accented words',
      lines('Reine;Mère;Rucher', 'Anna;;Pré', 'Imprimé le 12/10/2024;;', 'Erläuterungen: siehe unten;;', 'Página 1;;'),
      { queens: ['Anna @Pré'], warnings: ['3 footnote_set_aside', '4 footnote_set_aside', '5 footnote_set_aside'] },
    ],
    [
      'with columns for the name of the breeder',
      lines('Nr.;Name;Vorname;Königin;Mutter', '1;Huber;Max;K1;', '2;Huber;Max;K2;1'),
      { queens: ['1 K1', '2 K2 ♀1'], warnings: ['1 second_column'] },
    ],
    ['with two columns named "Name"', lines('Name;Nr;Name', 'Anna;1;x'), { queens: ['1 Anna'], warnings: ['1 second_column'] }],
    [
      'with page numbers and repeated headers',
      lines('Name;Mutter;Jahr;Honig', 'A;;2023;30', 'Seite 1;;;', 'n = 1;;;', '', 'Name;Mutter;Jahr;Honig', 'B;A;2023;20'),
      { queens: ['A 2023 30kg', 'B ♀A 2023 20kg'] },
    ],
    [
      'with placeholders for missing results',
      lines('Name;Jahr;Honig;Sanftmut;geboren', 'A;2023;-;3,5;k.A.', 'B;2023;n.b.;—;?', 'C;2023;20 kg;3;'),
      { queens: ['A 2023 g3.5', 'B', 'C 2023 20kg g3'], faults: [] },
    ],
    [
      'in French', lines('Reine;Numéro;Mère;Fécondée par;Année;Miel (kg);Douceur', 'A;1;inconnue;libre;2023;30,5;3,5', 'B;2;A;1;2023;25;3'),
      { queens: ['1 A open 2023 30.5kg g3.5', '2 B ♀A ♂1 2023 25kg g3'] },
    ],
    ['in Italian', lines('Regina;Codice;Madre;Anno;Miele;Docilità', 'A;1;ignota;2023;30,5;3,5'), { queens: ['1 A 2023 30.5kg g3.5'] }],
    ['in Polish', lines('Matka;Numer;Matka hodowlana;Rok;Miód;Łagodność', 'A;1;nieznana;2023;30,5;3,5'), { queens: ['1 A 2023 30.5kg g3.5'] }],
    [
      'in French, with N°', lines('N° reine;Nom;N° mère;Née le;N° ruche;Année;Miel kg', '1;A;0;2023;4;2024;30,5', '2;B;1;2023;5;2024;25'),
      { queens: ['1 A 2024 30.5kg', '2 B ♀1 2024 25kg'], faults: [] },
    ],
    [
      // Regression: `Kö.` was ignored, so the running numbers became identifiers without names.
      'in German, with abbreviations', lines('Nr.;Kö.;Zuchtmutter;Standort;Jahr;Honig I;Honig II;Honig ges.;Sanftm.', '1;112/22;45/20;Hang;2023;20;18;38;3,5'),
      { queens: ['1 112/22 ♀45/20 @Hang 2023 38kg g3.5'], warnings: [], faults: [] },
    ],
    [
      'in German, with studbook numbers in brackets', lines('Königin (Zuchtbuchnr.);Mutter (Zuchtbuchnr.);Vatervölker', 'DE-1-2-3-2020;DE-1-2-4-2018;DE-1-2-5-2018'),
      { queens: ['DE-1-2-3-2020 ♀DE-1-2-4-2018 ♂DE-1-2-5-2018'], warnings: [], faults: [] },
    ],
    [
      'in English, with dates first', lines('Queen #;Date Grafted;Date Emerged;Mother Queen;Drone Source;Status;Year;Temperament (1-4)', 'A;04/20/2022;05/02/2022;C;open mated;alive;2023;4'),
      { queens: ['A ♀C open 2023 g4'], warnings: ['null month_first'], faults: [] },
    ],
    [
      'in French, with harvests', lines('Reine;Née en;Mère;Mâles;Récolte printemps (kg);Récolte été (kg);Récolte totale (kg);Année;Statut', 'A;2021;C;M;12;15;;2023;vivante', 'B;2021;C;M;12;15;28;2023;morte'),
      { queens: ['A ♀C ♂M 2023 27kg', 'B ♀C ♂M 2023 28kg'], warnings: [], faults: [] },
    ],
    ['in French, with N° alone', lines('N°;Reine;Mère', '1;A;', '2;B;1'), { queens: ['1 A', '2 B ♀1'] }],
    ['in German, with numbers of queens', lines('Kö-Nr.;Königin;Mutter-Nr.;Jahrgang', '1;A;;2022', '2;B;1;2023'), { queens: ['1 A', '2 B ♀1'] }],
    [
      // Regression: `Matka` was read as the queen, so queens got the names of their dams.
      'in Polish, with the dam as Matka', lines('Nazwa;Numer;Matka;Rok;Miód', 'A;1;C;2023;30', 'B;2;C;2023;20', 'C;3;;2021;20'),
      { queens: ['1 A ♀C 2023 30kg', '2 B ♀C 2023 20kg', '3 C 2021 20kg'], warnings: ['1 read_as_dam'], faults: [] },
    ],
    [
      // Regression: a table of breeding values had no warning.
      'of breeding values in Polish, with the dam as Matka', lines('Nazwa;Numer;Matka;ZW Miód', 'A;1;C;105'),
      { queens: ['1 A ♀C honey=105/null'], warnings: ['1 read_as_dam'], faults: [] },
    ],
    [
      'in Polish, with Matka before Nazwa', lines('Matka;Numer;Nazwa', 'A;1;x'),
      { queens: ['1 A'], warnings: ['1 second_column'] },
    ],
    [
      // Regression: `Matka` was read as the dam, but her number as the number of the queen.
      'in Polish, with Nazwa and the number of the queen', lines('Nazwa;Nr matki;Matka', 'x;1;A'),
      { queens: ['1 A'], warnings: ['1 second_column'] },
    ],
    [
      'in Polish, with Nazwa and both words for queens', lines('Nazwa;Matka;Matka hodowlana', 'x;A;C'),
      { queens: ['A ♀C'], warnings: ['1 second_column'] },
    ],
    [
      // Regression: `Matka` was read as the queen, so queens had the name of their dam.
      'in Polish, with the number of the queen and both parents', lines('Nr matki;Matka;Ojciec', '1;A;5', '2;A;6'),
      { queens: ['1 ♀A', '2 ♀A'], warnings: ['1 read_as_dam'] },
    ],
    [
      'in Polish, with the dam, her column and the sire', lines('Matka;Matka hodowlana;Ojciec', 'A;C;5'),
      { queens: ['A ♀C'], warnings: [] },
    ],
    [
      // Regression: `Moer` was ignored without any warning.
      'in Dutch, with the dam as Moer', lines('Koningin;Moer;Vader', 'A;C;5', 'B;C;6'),
      { queens: ['A ♀C', 'B ♀C'], warnings: ['1 read_as_dam'] },
    ],
    ['in Dutch, with the queen as Moer', lines('Moer;Teeltmoer;Vader', 'A;C;5'), { queens: ['A ♀C'], warnings: [] }],
    ['in Dutch, with two words for queens', lines('Koningin;Moer', 'A;C'), { queens: ['A'], warnings: ['1 second_column'] }],
    ['in Polish, with numbers of queens', lines('Nr matki;Matka;Rok ur.;Rok;Miód kg', '1;A;2022;2023;30,5'), { queens: ['1 A 2023 30.5kg'] }],
    ['in English, with ids of queens', lines('Queen ID;Queen Name;Dam', '24-1;A;', '24-2;B;24-1'), { queens: ['24-1 A', '24-2 B ♀24-1'] }],
    [
      'in Norwegian', lines('Dronning;Nummer;Mor;Født;Bigård;Kube;År;Honning (kg);Gemytt', 'A;1;ukjent;2022;Hagen;1;2023;30,5;3,5', 'B;2;1;2023;Hagen;2;2024;25;3'),
      { queens: ['1 A @Hagen 2023 30.5kg g3.5', '2 B ♀1 @Hagen 2024 25kg g3'], faults: [] },
    ],
    [
      'in Slovene', lines('Matica;Številka matice;Mati;Leto rojstva;Čebelnjak;Panj;Leto;Med (kg);Mirnost', 'A;1;neznana;2022;Gozd;1;2023;30,5;3,5', 'B;2;1;2023;Gozd;2;2024;25;3'),
      { queens: ['1 A @Gozd 2023 30.5kg g3.5', '2 B ♀1 @Gozd 2024 25kg g3'], faults: [] },
    ],
    ['in English', lines('Queen;Studbook no;Dam;Season;Honey yield;Gentleness', 'A;1;unknown;2023;30.5;3.5'), { queens: ['1 A 2023 30.5kg g3.5'] }],
    [
      'with BeeBreed identifiers that consist of zeros because the parent is unknown',
      lines('Zuchtbuchnummer;Mutter;Anpaarung', 'DE-1-2-3-2020;DE-0-0-0-0;0-0-0-0-0', 'DE-1-2-4-2020;0000000000;00.0.0'),
      { queens: ['DE-1-2-3-2020', 'DE-1-2-4-2020'] },
    ],
    [
      'with an apiary named 0',
      lines('Name;Stand;Jahr;Honig', 'A;0;2023;30', 'B;?;2023;30', 'C;unbekannt;2023;20'),
      { queens: ['A @0 2023 30kg', 'B 2023 30kg', 'C 2023 20kg'] },
    ],
    [
      'of breeding values in per cent, with reliabilities',
      lines('Zuchtbuchnummer;ZW Honig;Sicherheit Honig;ZW Sanftmut;r2', 'DE-1-2-3-2020;105 %;62 %;98,5;0,55'),
      { queens: ['DE-1-2-3-2020 honey=105/0.62 gentleness=98.5/0.55'] },
    ],
    [
      'of breeding values in per cent, whose headers name only the traits',
      lines('Zuchtbuchnummer;Honig;Sanftmut', 'DE-1-2-3-2020;105 %;98 %'),
      { queens: ['DE-1-2-3-2020 honey=105/null gentleness=98/null'] },
    ],
    [
      'of breeding values with the unit in the header',
      lines('Zuchtbuchnummer;Honig %;r2', 'DE-1-2-3-2020;105;62'),
      { queens: ['DE-1-2-3-2020 honey=105/0.62'], warnings: [] },
    ],
    [
      'of test results, with a column "Sì"',
      lines('Matricola;Docilità;Sì;Anno', 'IT-1;3,5;1;2023'),
      { queens: ['IT-1 2023 g3.5'], faults: [] },
    ],
    [
      'of breeding values and test results',
      lines('Zuchtbuchnummer;Honig;Honig ZW;Jahr', 'DE-1-2-3-2020;30;105;2021'),
      { queens: ['DE-1-2-3-2020 2021 30kg honey=105/null'] },
    ],
    [
      'of test results in per cent or pounds',
      lines('Königin;Honig %;Honey (lbs);Jahr', 'A;105;60;2023'),
      { queens: ['A'], warnings: ['1 other_unit', '1 other_unit'] },
    ],
    [
      // Regression: columns of single harvests were ignored without any warning.
      'with a column for each harvest, in German',
      lines('Königin;Jahr;Honig Frühtracht (kg);Sommertracht Honig;3. Ernte Honig;Honig Vergleich', 'A;2023;12,5;20 kg;0,25;99', 'B;2023;;-;;99', 'C;2023;;7;;99'),
      { queens: ['A 2023 32.75kg', 'B', 'C 2023 7kg'], warnings: ['1 possible_trait'], faults: [] },
    ],
    [
      'with a column for each harvest and a column for their sum',
      lines('Queen;Year;Honey 1;Honey 2nd harvest;Total honey', 'A;2023;10;20;31', 'B;2023;10;20;'),
      { queens: ['A 2023 31kg', 'B 2023 30kg'], warnings: [], faults: [] },
    ],
    ['with a faulty total', lines('Königin;Jahr;Honigernte;Sanftmut', 'A;2023;viel;3'), { queens: ['A 2023 g3'], faults: ['2 must_be'] }],
    ['of breeding values and of harvests, which are not added up', lines('Königin;Jahr;Sanftmut;ZW Honig;Honig Frühtracht;Honig Vergleich', 'A;2023;3;105;12;99'), { queens: ['A 2023 g3 honey=105/null'], warnings: ['1 possible_trait', '1 possible_trait'] }],
    // Regression: these columns were ignored without any warning.
    ['with inspections by abbreviation, and a status that only means alive', lines('Königin;Jahr;Sanftmut 1. DS;2. DS Sanftmut;Status', 'A;2023;3;4;laying'), { queens: ['A 2023 g3.5'], warnings: [], faults: [] }],
    ['with harvests by abbreviation or month', lines('Königin;Jahr;Honig FT;Honig ST;Honig Aug.;Honig 4. Schl.', 'A;2023;12;14;2;1'), { queens: ['A 2023 29kg'], warnings: [], faults: [] }],
    [
      'with columns whose headers are near to those of traits',
      lines('Queen;Year;Honey;Temper score;Honey moisture;Swarm cells;Combs honey;Honey quality;Swarm control;Vigor;Swarming and honey', 'A;2023;30;3.5;17;1;-;good;2022-05-01;4;17', 'B;2023;20;4;18;0;;fair;;3;18'),
      { queens: ['A 2023 30kg', 'B 2023 20kg'], warnings: ['1 possible_trait', '1 possible_trait', '1 possible_trait'], faults: [] },
    ],
    // Regression: the numbers of dams and sires in such columns were ignored without any warning.
    ['with numbers of dams and sires, in German', lines('Zuchtbuchnr;Mutter ZB;ZB-Nr. Vater', 'DE-1-2-3-2022;DE-1-2-1-2020;DE-9-9-9-2019'), { queens: ['DE-1-2-3-2022 ♀DE-1-2-1-2020'], faults: [] }],
    ['with numbers of dams and sires, in French', lines('Reine n°;Mère n°;Père n°', '2023-5;2021-2;2020-7'), { queens: ['2023-5 ♀2021-2'], faults: [] }],
    [
      // Regression: the second column was ignored without any warning.
      'with two columns for notes, honey and the apiary, and a running number',
      lines('Nr.;Zuchtbuchnummer;Stand;Standort;Location;Jahr;Prüfjahr;Honig;Honigertrag;Honig %;Notiz;Bemerkung;Anmerkung', '1;A;Wald;Hof;Bonn;2022;2023;30;31;110;x;y;z'),
      { queens: ['A @Wald 2023 30kg'], warnings: ['1 other_unit', '1 second_column', '1 second_column', '1 second_column', '1 second_column'], faults: [] },
    ],
    ['with a location', lines('Queen;Location;Year;Gentleness', 'A;Home;2023;3'), { queens: ['A @Home 2023 g3'], warnings: [], faults: [] }],
    ['with an abbreviation of the queen in the headers', lines('Kö.;Kö geb.;Kö Mutter;Prüfjahr;Sanftmut', 'A;2021;B;2022;3'), { queens: ['A ♀B 2022 g3'], warnings: [], faults: [] }],
    ['with a column for each kind of honey', lines('Königin;Jahr;Blütenhonig;Waldhonig kg;Honig 2022', 'A;2023;12,5;20;9'), { queens: ['A 2023 32.5kg'], warnings: ['1 year_in_header'] }],
    ['with a column for each harvest, in Italian', lines('Regina;Anno;Miele acacia (kg);Miele millefiori (kg)', 'A;2023;12,5;20'), { queens: ['A 2023 32.5kg'] }],
    ['with a column for each harvest, in Polish', lines('Matka;Rok;Miód rzepak;Miód lipowy', 'A;2023;12,5;20'), { queens: ['A 2023 32.5kg'] }],
    ['with a column for each harvest, in French', lines('Reine;Année;Miel printemps;Miel été', 'A;2023;12,5;NC', 'B;2023;n.c.;N/C'), { queens: ['A 2023 12.5kg', 'B'], faults: [] }],
    [
      'with harvests that are too large or have another unit',
      lines('Königin;Jahr;Honig 1;Honig 2;Honig Heide (Pfund)', 'A;2023;150;60;5', 'B;2023;x;60;5', 'C;2023;150;50;5'),
      { queens: ['A', 'B 2023 60kg', 'C 2023 200kg'], warnings: ['1 other_unit'], faults: ['2 invalid_value', '3 must_be'] },
    ],
    [
      // Regression: an empty hive in a list of hives refused the whole file.
      'with hives that have no queen',
      lines('Stand;Volk;Königin;Jahr;Sanftmut;Bemerkung;Alter', 'Wald;1;A;2023;3;;', 'Wald;2;;2023;;;', 'Wald;3;-;2023;k.A.;;2', 'Wald;4;;2023;3;;', 'Wald;5;;;;leer;', 'Wald;6;;2023;+;;'),
      { queens: ['A @Wald 2023 g3'], warnings: [3, 4, 6].map((row) => `${row} empty_hive_set_aside`), faults: ['5 names_no_queen', '7 must_be', '7 names_no_queen'] },
    ],
    // Regression: the scores of this table were read as if 4 were the best.
    ['with other scales in the headers', lines('Queen;Year;Temperament (1-5);Swarming 0 to 10;Comb sitting /20;Honey', 'A;2023;4;3;4;30'), { queens: ['A 2023 30kg'], warnings: ['1 other_unit', '1 other_unit', '1 other_unit'], faults: [] }],
    ['with a year and a season', lines('Queen;Year;Season;Gentleness', 'A;2022;spring;3'), { queens: ['A 2022 g3'], faults: [] }],
    // Regression: the plain year was read as the year of the test.
    ['with two columns of years, in Italian', lines('Regina;Anno;Figlia di;Docilità;Anno valutazione', 'A;2021;B;3;2022'), { queens: ['A ♀B 2022 g3'] }],
    // Regression: these scores were read as missing values.
    ['with signs instead of scores', lines('Königin;Jahr;Sanftmut;Honig', 'A;2023;++;30', 'B;2023;-;30'), { queens: ['A 2023 30kg', 'B 2023 30kg'], faults: ['2 must_be'] }],
    ['with the name of an island as the mate', lines('Königin;Anpaarung', 'A;Insel Baltrum', 'B;Belegst. Gehlberg', 'C;Stand', 'D;instrumentell'), { queens: ['A island_station', 'B land_station', 'C open', 'D insemination'], faults: [] }],
    [
      // Regression: columns of single inspections were ignored without any warning.
      'with a column for each inspection',
      lines('Königin;Jahr;Sanftmut Mai;Sanftmut Juni;3. Durchsicht Sanftmut;Sanftmut 2021;Sanftmut Juli %', 'A;2023;3;4;4;1;99', 'B;2023;3,2;-;3;1;99', 'C;2023;;;;1;99', 'D;2023;5;3;x;1;99'),
      { queens: ['A 2023 g3.5', 'B 2023 g3', 'C', 'D 2023 g3'], warnings: ['1 other_unit', '1 year_in_header'], faults: ['5 must_be', '5 must_be'] },
    ],
    [
      'with a column for each inspection and an overall score',
      lines('Queen;Year;Gentleness;Gentleness 1;Gentleness 2', 'A;2023;2.5;4;4', 'B;2023;;4;4'),
      { queens: ['A 2023 g2.5', 'B 2023 g4'], warnings: [], faults: [] },
    ],
    ['with a column for each inspection, in French', lines('Reine;Année;Douceur visite 1 (/4);Docilité juin', 'A;2023;3;4'), { queens: ['A 2023 g3.5'] }],
    [
      'with numbers of combs at each inspection, which are not scores',
      lines('Königin;Jahr;Sanftmut;Volksstärke 1;Volksstärke 2', 'A;2023;3;9;11'),
      { queens: ['A 2023 g3'], faults: [] },
    ],
    // Regression: the scores and the year of this table were ignored without any warning.
    ['with scales in the headers, in French', lines('N° reine;Année test;Douceur /4;Production miel (kg)', '7;2023;3;12,5'), { queens: ['7 2023 12.5kg g3'], warnings: [] }],
    [
      // Regression: the dam was ignored, and the honey yield.
      'from a form',
      lines("Timestamp,Queen ID,Queen's mother,Date mated,Gentleness 1-4,Honey harvested (kg),Season", '6/14/2023 10:22:31,7,5,7/2/2021,4,38.5,2022'),
      { queens: ['7 ♀5 2022 38.5kg g4'], warnings: ['null month_first'], faults: [] },
    ],
    ['with `of the queen` in the headers', lines('Mutter der Königin;Königin ID;Queen’s year;Sanftmut Königin;Jahr', '5;7;2021;3;2023'), { queens: ['7 ♀5 2023 g3'] }],
    // Regression: years of two digits were refused.
    ['with years of two digits', lines('Königin;Jg.;Prüfjahr;Sanftmut', "A;21;22;3", "B;'98;’99;3,5"), { queens: ['A 2022 g3', 'B 1999 g3.5'], faults: [] }],
    ['in Danish', lines('Dronning nr.;Mor;Gemyt;Sværmelyst;Honning kg;År', 'DK 1;DK 0;3,5;4;40;2022'), { queens: ['DK 1 ♀DK 0 2022 40kg g3.5'] }],
    ['in Slovenian', lines('Matica;Mati;Letnik;Mirnost;Donos medu (kg);Leto', 'SI 1;SI 0;2021;3,5;40;2022'), { queens: ['SI 1 ♀SI 0 2022 40kg g3.5'] }],
    ['in Dutch', lines('Nr koningin;Moeder;Geb. jaar;Zachtmoedigheid;Honing kg;Jaar', 'NL 1;NL 0;2021;3,5;40;2022'), { queens: ['NL 1 ♀NL 0 2022 40kg g3.5'] }],
    ['in Swedish', lines('Drottning;Moder;Humör;Honungsskörd (kg);Bigård;Provår', 'SE 1;SE 0;3,5;40;Norrbi;2022'), { queens: ['SE 1 ♀SE 0 @Norrbi 2022 40kg g3.5'] }],
    ['in Czech', lines('Matka č.;Matka matky;Mírnost;Výnos medu (kg);Stanoviště;Rok hodnocení', 'CZ 1;CZ 0;3,5;40;Brno;2022'), { queens: ['CZ 1 ♀CZ 0 @Brno 2022 40kg g3.5'] }],
    ['in Croatian', lines('Matica;Majka;Mirnoća;Prinos meda (kg);Pčelinjak;Godina', 'HR 1;HR 0;3,5;40;Split;2022'), { queens: ['HR 1 ♀HR 0 @Split 2022 40kg g3.5'] }],
    [
      // Regression: the dam, the sire and the honey yield of this table were ignored.
      'in Polish, with numbers of the parents',
      lines('Nr matki;Nr matki matki;Nr ojca;Łagodność;Wydajność miodu kg;Rok oceny', 'PL 1;PL 0;PL 9;3,5;40;2022'),
      { queens: ['PL 1 ♀PL 0 2022 40kg g3.5'] },
    ],
    // Regression: the dam, the honey yield and other columns of these tables were ignored.
    [
      'in German, with abbreviations',
      lines('Zuchtb.-Nr.;Mutterv.;Prüf.-Stand;Prüfungsj.;Honigertr. kg;Sanftm.', 'DE 1;DE 0;Moor;2022;40;3,5'),
      { queens: ['DE 1 ♀DE 0 @Moor 2022 40kg g3.5'], warnings: [], faults: [] },
    ],
    ['in Italian, with abbreviations', lines('Regina;Anno valutaz.;Prod. miele;Docil.', 'IT 1;2022;40;3,5'), { queens: ['IT 1 2022 40kg g3.5'], warnings: [], faults: [] }],
    ['in Polish, with abbreviations', lines('Matka;Rok oceny;Łagodn.;Wydajn. miodu', 'PL 1;2022;3,5;40'), { queens: ['PL 1 2022 40kg g3.5'], warnings: [], faults: [] }],
    [
      'with abbreviations that can mean several fields or something else',
      lines('Königin;Jahr;Prüf.;Sanft.;Temp.;Test. 1', 'A;2023;x;3;35;y'),
      { queens: ['A 2023 g3'], faults: [] },
    ],
    ['in Spanish, with abbreviations', lines('Reina;Año nac.;Madre;Mansedumbre;Miel (kg);Año eval.', 'ES 1;2021;ES 0;3,5;40;2022'), { queens: ['ES 1 ♀ES 0 2022 40kg g3.5'] }],
    [
      'with harvests of several years',
      lines('Name;Honig Frühtracht 2021;2022 Honig Heide', 'A;30;20'),
      { queens: ['A'], warnings: ['1 year_in_header', '1 year_in_header'], faults: [] },
    ],
    [
      // Regression: these columns were ignored without any warning.
      'with units that are not in brackets',
      lines('Queen;Year;Honey lbs;Hyg 24h %;Honig in Pfund', 'A;2023;60;95;50'),
      { queens: ['A'], warnings: ['1 other_unit', '1 other_unit', '1 other_unit'] },
    ],
    [
      // Regression: these columns were ignored without any warning.
      'with a column for each year',
      lines('Name;Honig 2021;2022 Honig;Sanftmut (2021);Sanftmut 2021/22;Honig kg 2023;Notiz 2021', 'A;30;20;3;3;9;x'),
      { queens: ['A'], warnings: ['1 year_in_header', '1 year_in_header', '1 year_in_header', '1 year_in_header'], faults: ['null year_missing'] },
    ],
    [
      'with identifiers that a spreadsheet converted to dates',
      lines('number;name;mother', '5-1-4;A;', '5-1-5;B;05.01.2003', '5-1-6;C;5. Jan', '5-1-7;D;2,76E+14'),
      { faults: ['3 date_in_identifier', '4 date_in_identifier', '5 digits_lost'] },
    ],
    [
      'with identifiers that look like dates',
      lines('number;name;mother', '18-03-2021;A;', '18-45-2021;B;18-03-2021'),
      { queens: ['18-03-2021 A', '18-45-2021 B ♀18-03-2021'], faults: [] },
    ],
    ['of which half of the identifiers are dates', lines('number', '5-1-4', '05.01.2003'), { queens: ['5-1-4'], faults: ['3 date_in_identifier'] }],
    ['whose identifiers are all dates', lines('number', '05.01.2003', '06.01.2003'), { queens: ['05.01.2003', '06.01.2003'] }],
    [
      'with whole numbers in floating-point notation',
      lines('number;name;mother', '7;A;', '8;B;7.0', '9;C;8.0'),
      { queens: ['7 A', '8 B ♀7', '9 C ♀8'] },
    ],
    [
      // Regression: the cells of these columns were counted twice, so `.0` was kept in the identifiers.
      'with parts of studbook numbers in floating-point notation',
      lines('L1A;Z1A;NR1A;J1A;Z2A;NR2A;J2A;L2A;NAME;SANFT;JST', 'DE;31.0;33.0;2022.0;18.0;9.0;2019.0;DE;Anna;3;2023', 'DE;31;34;2022;;;;;Bea;3;2023'),
      { queens: ['DE-31-33-2022 Anna ♀DE-18-9-2019 2023 g3', 'DE-31-34-2022 Bea 2023 g3'], faults: [] },
    ],
    ['with `.0` at the end of one identifier and letters in another', lines('number', '7.0', 'A-1'), { queens: ['7.0', 'A-1'] }],
    [
      'with an error of a spreadsheet in a column that is not read, and in a column that is read',
      lines('Name;Mutter;Kiste', 'A;;#REF!', 'B;#BEZUG!;#N/A', 'C;#nv;###', 'D;Err:502;'),
      { queens: ['A', 'B', 'C', 'D'], faults: ['3 spreadsheet_error', '5 spreadsheet_error'], warnings: ['2 spreadsheet_error', '4 not_available', '4 spreadsheet_error'] },
    ],
    [
      'with other words for missing values',
      lines('number;name;mother', '1;A;\\N', '2;B;1.#QNAN', '3;C;n. a.', '4;D;DE-0-0', '5;E;Mutter Königin', '6;F;DE-0'),
      { queens: ['1 A', '2 B', '3 C', '4 D', '5 E ♀Mutter Königin', '6 F ♀DE-0'], faults: [] },
    ],
    [
      'with mating types instead of fathers, mates that contradict the mating type, and stations',
      lines('name;father;mated to;mating type;mating station', 'A;Standbegattung;;;', 'B;;KB;open;', 'C;;Belegstelle Gehlberg;island_station;', 'D;;KB;single_drone;', 'E;;Belegstelle Gehlberg;;Wangerooge'),
      { queens: ['A', 'B open', 'C island_station', 'D single_drone', 'E land_station'], faults: ['3 mating_contradiction'], warnings: ['2 mating_in_father'] },
    ],
    ['with a ditto mark as a name', lines('Name;Mutter', 'Dito;', 'Anna;'), { queens: ['Dito', 'Anna'], faults: [] }],
    ['with a decimal comma after a whole number', lines('number;name;mother', '7;A;', '8;B;7,0'), { queens: ['7 A', '8 B ♀7'] }],
    ['with a formula that preserves zeros, and a blank in it', lines('number;name', '"= ""0012"" ";A'), { queens: ['0012 A'] }],
    // Regression: the dam was read as the breeder.
    ['with the queen from whose larvae a queen was grafted', lines('Queen number;Breeder queen;Breeder name', 'A-1;A-0;Tom'), { queens: ['A-1 ♀A-0'], warnings: [] }],
    [
      'with mating types in several languages, and dams of unknown origin',
      lines('Name;Mother;Mating type', 'A;feral;OM', 'B;wild swarm;Freiflug', 'C;empty;umělá inseminace', 'D;;friparret', 'E;;estación', 'F;;sztucznie unasieniona', 'G;A;Rassebelegstelle'),
      { queens: ['A open', 'B open', 'C insemination', 'D open', 'E land_station', 'F insemination', 'G ♀A land_station'], faults: [], warnings: [] },
    ],
    [
      'with the identifier of the dam and the hours of a pin test in French',
      lines('ID reine;ID mère;Saison de test;Récolte;Test pin à 24 h', 'FR-1;FR-0;2022;25;45'),
      { queens: ['FR-1 ♀FR-0 2022 25kg'], faults: [], warnings: [] },
    ],
    // Regression: the year of the queen was read as the year of the test.
    ['with the year of the queen', lines('Kö-Nr.;Kö-Jahr;Mutter;Honig kg;Jahr', 'A;2021;B;30;2023'), { queens: ['A ♀B 2023 30kg'] }],
    ['with two columns of plain years', lines('Königin;Jahr;Mutter;Jahr;Honig', 'A;2022;B;2020;30'), { queens: ['A ♀B'], faults: ['null year_missing'] }],
    // Regression: BeeBreed's Stockkarten was recognized, and dam, mate and year were lost.
    [
      'with the columns 1A, 2A and 4A',
      lines('1A;2A;4A;Jahr;Honig;Sanftmut;Wabensitz;Schwarmtrieb', 'DE-18-1-23-2022;DE-18-1-3-2020;DE-18-1-5-2020;2024;30;3;3;4'),
      { queens: ['DE-18-1-23-2022 ♀DE-18-1-3-2020 ♂DE-18-1-5-2020 2024 30kg g3'], faults: [] },
    ],
    // Regression: the tests were stored for the dams.
    [
      'with a header of two rows, of which each contains a part of the known headers',
      lines('Nr;Name;Mutter;;Prüfung 2023;;', ';;Nr;Name;Jahr;Honig;Sanftmut', '1;Anna;3;Ute;2023;30;3', '2;Berta;4;Uschi;2023;31;4'),
      { queens: ['1 Anna ♀3 2023 30kg g3', '2 Berta ♀4 2023 31kg g4'], faults: [] },
    ],
    [
      'with the results below a title',
      lines('Zuchtbuchnummer;Königin;Mutter;Prüfergebnisse;', ';;;Jahr;Honig kg', '1;Anna;Ute;2023;30'),
      { queens: ['1 Anna ♀Ute 2023 30kg'], faults: [], warnings: [] },
    ],
    [
      'with equal headers below different titles',
      lines('Königin;;Mutter;', 'Nr;Name;Nr;Name', '1;Anna;3;Ute'),
      { queens: ['1 Anna ♀3'] },
    ],
    // Regression: these rows became queens.
    [
      'with headings between groups of rows, and rows of means',
      lines('Nr;Königin;Mutter;Honig kg;Jahr', 'Linie 07;;;;', '1;Anna;Ute;30;2023', 'Züchter: Müller;;;;', '2;Berta;Ute;31;2023', 'Standmittel;;;30,5;2023', 'Ø Honig;;;30,5;', 'MW;;;30,5;'),
      { queens: ['1 Anna ♀Ute 2023 30kg', '2 Berta ♀Ute 2023 31kg'], faults: [] },
    ],
    // Regression: these words became queens that many rows shared.
    [
      'with words for the origin of a queen and for the drones of the apiary',
      lines('Name;Mutter;Anpaarung', 'A;Nachschaffung;Standdrohnen', 'B;stille Umweiselung;eigene Drohnen', 'C;Naturschwarm;unbegattet'),
      { queens: ['A open', 'B open', 'C'], faults: [] },
    ],
    ['with places whose names are words for the origin of a queen', lines('Name;Apiary;Hive', 'A;Wild;Zukauf'), { queens: ['A @Wild'] }],
    ['with a scale of school grades, and yields in jars', lines('Königin;Jahr;Sanftmut (1 = sehr sanft, 6 = böse);Honig (Gläser);Schwarmtrieb', 'A;2023;2;44;3'), { queens: ['A 2023'] }],
    ['with an apostrophe before an identifier', lines('Nr;Mutter', "'0012;'DE-1-2-1-2022", "DE-1-2-1-2022;"), { queens: ['0012 ♀DE-1-2-1-2022', 'DE-1-2-1-2022'] }],
    ['with two columns for the mate', lines('Name;Anpaarung;Drohnenlinie', 'A;B;C'), { queens: ['A ♂B'], warnings: ['1 second_column'] }],
    [
      'with words for missing values instead of numbers of mates and mating types',
      lines('name;drone_sire_id;mating_type', 'A;unbekannt;', 'B;Standbegattung;', 'C;;unbekannt'),
      { queens: ['A', 'B open', 'C'], faults: [] },
    ],
    ['with invisible characters', lines('Nr;Name;Mutter', '1\u00a0;An\u200bna;', '2;Bea;\u00a01'), { queens: ['1 Anna', '2 Bea ♀1'] }],
    ['with a queen whose name is a word for a missing value', lines('name;mother', 'Ohne;', 'Nina;Ohne', 'Nadja;None'), { queens: ['Ohne', 'Nina ♀Ohne', 'Nadja'] }],
    [
      'with a word for a missing value as the name of two queens', lines('name;mother', 'Ohne;', 'Ohne;', 'Nina;Ohne'),
      { queens: ['Nina'], faults: ['2 names_no_queen', '3 names_no_queen'] },
    ],
    [
      'with a word for a missing value as the name of a queen and of her dam', lines('name;mother', 'unbekannt;unbekannt', 'Nina;unbekannt'),
      { queens: ['Nina'], faults: ['2 names_no_queen'] },
    ],
    [
      'that is an export, with two queens whose name is a word for a missing value', lines('id,queen_name,external_id,mother', '1,Unknown,X-1,', '2,Unknown,,', '3,Nina,,Unknown'),
      { queens: ['X-1 Unknown', 'Unknown', 'Nina ♀Unknown'], faults: [] },
    ],
  ]; // prettier-ignore
  test.each(CASES)('%s results in the expected queens, errors and warnings', async (_what, content, found) => {
    expect(await read(content)).toMatchObject(found);
  });
});

test.each([
  'unbekannt',
  'Mutter unbekannt',
  '(unbekannt)',
  'unbek.',
  '—',
  '#NV',
  'n/a',
  'null',
  'tbd',
  'kein',
  'fehlt',
  'nicht bekannt',
  'zugekauft',
  'Schwarm', // prettier-ignore
  'inconnue',
  'aucune',
  'achetée',
  'sconosciuta',
  'non nota',
  'nieznana',
  'brak',
  'onbekend',
  'geen',
  'desconocida',
  'neznámá',
  'není',
  'ismeretlen',
  'nincs',
  'nd', // prettier-ignore
])('the text "%s" instead of a dam means that the dam is unknown', async (word) => {
  expect((await read(lines('number;name;mother', `1;Anna;${word}`))).queens).toEqual(['1 Anna']);
});

test.each([
  ['Standbegattung', 'open'],
  ['frei', 'open'],
  ['offene Begattung', 'open'],
  ['fécondation naturelle', 'open'],
  ['volné páření', 'open'],
  ['természetes párzás', 'open'],
  ['künstlich besamt', 'insemination'],
  ['KB', 'insemination'],
  ['inseminacja', 'insemination'],
  ['Inselbelegstelle', 'island_station'],
  ['Belegstelle Gehlberg', 'land_station'],
  ['Inselbelegstelle Wangerooge', 'island_station'],
  ['Trutowisko Beskidy', 'land_station'],
])('the text "%s" instead of a mate is read as the mating type', async (word, type) => {
  expect((await read(lines('number;name;mated to', `1;Anna;${word}`))).queens).toEqual([`1 Anna ${type}`]);
});

test('numbers that a workbook shows as percentages are read as percentages', async () => {
  const styles =
    '<numFmts count="1"><numFmt numFmtId="170" formatCode="0.0%"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="170"/></cellXfs>';
  const rows = `${textRows([['Zuchtbuchnummer', 'ZW Honig', 'r2']])}<row r="2"><c r="A2" t="str"><v>DE-1-2-3-2020</v></c><c r="B2" s="2"><v>1.1</v></c><c r="C2" s="1"><v>0.57</v></c></row>`;
  const found = await read(await workbook([{ name: 'A', rows }], { styles }), 'xlsx');
  expect(found.queens).toEqual(['DE-1-2-3-2020 honey=110/0.57']);
});

test('names, hives and postal codes have the leading zeros that a workbook shows, and values do not', async () => {
  const styles =
    '<numFmts count="1"><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>';
  const cells = (row: number, ...numbers: (number | null)[]) =>
    `<row r="${row}">${numbers.map((number, i) => (number === null ? '' : `<c r="${'ABCDEF'[i]}${row}" s="1"><v>${number}</v></c>`)).join('')}</row>`;
  const header = textRows([['Königin', 'Mutter', 'Volk', 'PLZ', 'Jahr', 'Honig']]);
  const rows = `${header}${cells(2, 7, null, 1, 1307, 2023, 30)}${cells(3, 8, 7, 2, 1307, 2023, 31)}`;
  const { drafts } = await readAll(file(await workbook([{ name: 'A', rows }], { styles }), 'xlsx'));
  expect(drafts).toMatchObject([
    { name: '00007', hive: '00001', postal_code: '01307', year: 2023, honey: 30 },
    { name: '00008', mother: '00007', hive: '00002', postal_code: '01307', year: 2023, honey: 31 },
  ]);
});

test('dates begin with the month if one date can only begin with the month and none with the day', async () => {
  const births = async (...dates: string[]) => {
    const rows = dates.map((date, i) => `Q${i};${date};6/4/2024`);
    const { drafts, warnings, faults } = await readAll(file(lines('Name;Hatched;Mated on', ...rows)));
    return [...drafts.map(({ birth_date }) => birth_date), ...[...warnings, ...faults].map(({ code }) => code)];
  };
  expect(await births('05/28/2024', '06/03/24', '6-4-2024', '03.06.2024', '2024')).toEqual([
    ...['2024-05-28', '2024-06-03', '2024-06-04', '2024-06-03', '2024', 'month_first'],
  ]);
  expect(await births('05/06/2024', '2024-05-28')).toEqual(['2024-06-05', '2024-05-28']);
  const { drafts } = await readAll(file(lines('Name;Mated on', 'A;05/28/2024', 'B;06/03/2024')));
  expect(drafts.map(({ mated_at }) => mated_at)).toEqual(['2024-05-28', '2024-06-03']);
  // Regression: dates of columns that are not read were not considered.
  const hatched = async (header: string, cell: string) => {
    const { drafts } = await readAll(file(lines(`Name;${header};Hatched`, `A;${cell};05/06/2024`)));
    return drafts[0]?.birth_date;
  };
  expect(await hatched('Date grafted', '04/20/2024')).toBe('2024-05-06');
  expect(await hatched('Card', '4-20-2024')).toBe('2024-06-05');
  expect(await births('28/05/2024', '05/28/2024', '03/06/2024')).toEqual([
    ...['2024-05-28', undefined, '2024-06-03', 'no_such_day'],
  ]);
});

test.each(['"', '„', '-"-', "-''-", ',,', '〃', 'dto.', 'Dito', 'idem', 's. o.', 'come sopra', 'jak wyżej'])(
  'the text %s in the column of the dam refers to the row above and is an error',
  async (mark) => {
    const quoted = `"${mark.replaceAll('"', '""')}"`;
    const { faults } = await readAll(file(lines('Name;Mutter;Bemerkung', 'B;A;', `C;${quoted};${quoted}`)));
    expect(faults).toMatchObject([{ row: 3, column: 'Mutter', code: 'ditto', params: { given: mark } }]);
  },
);

test.each([
  ['5. Jan', 'day_and_month'],
  ['05-Jan-03', 'day_and_month'],
  ['5-mai', 'day_and_month'],
  ['05.01.2003', 'date'],
  ['2003-01-05', 'date'],
  ['18-45-2021', 'no_date'],
  ['5-févr', undefined],
  ['5-fév', 'day_and_month'],
  ['5-paź', 'day_and_month'],
  ['2,76E+14', 'exponent'],
  ['1E+11', 'exponent'],
  ['1E5', undefined],
  ['5-1-3', undefined],
  ['5.1.2003', undefined],
  ['DE-1-2-3-2020', undefined],
  ['Januar', undefined],
])('the identifier %j is classified as %s (undefined: a spreadsheet has not changed it)', (text, kind) => {
  expect(mangledKind(text)).toBe(kind);
});

test.each([
  ['Honig %', true],
  ['Honig (rel.)', true],
  ['Honey (lbs)', true],
  ['Miel (livres)', true],
  ['Honig (g)', true],
  ['Miele (litri)', true],
  ['Honig kg', false],
  ['Honey yield (kg)', false],
  ['Gentleness (1-4)', false],
  ['Łagodność', false],
])('the header %j names a unit that no trait uses: %s', (header, isOther) => {
  expect(isInOtherUnit(header)).toBe(isOther);
});
