import { byTrait, TRAITS } from '../../../core/traits.js';
import { fold, foldSpelledOut } from './folding.js';

const TRAIT_HEADERS = byTrait(
  (name) => TRAITS[name].member,
  (name): string => TRAITS[name].headers,
);

const NUMBERS_DE = 'nummer, nr, id, zb, zb-nr, zuchtbuchnr, zuchtbuchnummer';

/** Returns each word with each word for a number before and after it: `nr mutter, mutter nr, zb mutter, …`. */
function withNumber(words: string, numbers: string): string {
  const pairs = words.split(', ').flatMap((word) => numbers.split(', ').map((number) => [word, number]));
  return pairs.flatMap(([word, number]) => [`${number} ${word}`, `${word} ${number}`]).join(', ');
}

/**
 * Recognized headers by REST member name, in the order en, de, fr, it, nl, pl, es, then da, no, sv, cs, hr, sl for common
 * fields, then headers of other systems. The name of the member is always recognized. Case, accents, spaces, punctuation,
 * units, scales and words such as `of the queen` are ignored (see `foldHeader`).
 *
 * Ambiguous words: `stand` is an apiary (de, nl); `matka` is the queen and `matka hodowlana` her dam (pl); `id`, `Nr.`,
 * `Name` and `Jahr` are weak words (see `WEAK_WORDS`).
 */
export const KNOWN_WORDS = {
  queen_name:
    'queen, queen name | königin, kö, königinname, name der königin | reine, nom de la reine | regina, nome regina | ' +
    'koningin, moer | matka, nazwa matki, imię matki | reina, nombre de la reina | dronning | drottning | matica',
  external_id:
    'studbook number, studbook no, queen number, queen no, queen nr, queen code, registration number, registration no, reg no, herdbook number, pedigree number, queen id number | ' +
    'zuchtbuchnummer, zuchtbuchnr, zuchtbuch-nr, zuchtnummer, zuchtnr, lebensnummer, königin-nr, königinnummer, königinnen-nr, königinnennummer, nr königin, kö-nr | ' +
    'zb-nr | ' +
    'numéro, n° reine, n° de reine, n° de la reine, reine n°, code reine, code de la reine, identifiant, identifiant reine, identifiant de la reine, n° identification, numéro d’identification, matricule | ' +
    'codice, matricola, n. regina, nr regina, matricola regina, codice identificativo, numero identificativo | stamboeknummer, koninginnummer, koningin nr, koninginnenummer, koninginnenr, teeltboeknummer | ' +
    'numer, numer matki, nr matki, kod matki, numer hodowlany, nr hodowlany, numer ewidencyjny, nr ewidencyjny | número, número de registro, número de reina, n° reina, código de reina, código de la reina, identificador | ' +
    'dronningnummer, dronningnr, dronningenummer, dronningenr | drottningnummer, drottningnr | číslo matky, matka č, matka číslo, označení matky | broj matice, oznaka matice | številka matice, rodovniška številka | 1A, ZBNR',
  external_identifiers: '',
  generation: 'generation, gen | generation | génération | generazione | generatie | pokolenie | generación',
  race: 'race, breed, subspecies | rasse, bienenrasse, unterart | race, race d’abeille, sous-espèce | razza, sottospecie | ras, ondersoort | rasa, rasa pszczół, podgatunek | raza, raza de abeja, subespecie | rase | ras | plemeno | pasmina | pasma',
  line: 'line, bloodline, genetic line | linie, zuchtlinie, stamm, zuchtstamm | lignée, souche | linea, ceppo, ceppo genetico, stirpe | lijn, stam | linia, linia hodowlana, ród | línea, línea genética, estirpe | linje, stamme | linija',
  birth_date:
    'born, birth, date of birth, birth date, birthday, hatched, hatch date, date hatched, hatching date, hatch year, year of hatch, emerged, date emerged, emergence date, date of emergence, emergence, dob, year of birth, birth year, year born, queen year, queen’s year, year queen, year of queen, year of the queen | ' +
    'schlupf, geschlüpft, geschlüpft im jahr, geschlüpft am, schlupf am, datum schlupf, geburtstag, geboren, geboren am, geburtsdatum, schlupfdatum, schlupftag, geburtsjahr, schlupfjahr, jahrgang, jg, geb, geb am, geb datum, geb jahr, jahr königin, königin jahr, jahr der königin, kö-jahr, jahr kö, jahr der kö | ' +
    'née, naissance, date de naissance, date naissance, née le, née en, année de naissance, année naissance, date naiss, année naiss, éclosion, date d’éclosion, date éclosion, éclose le, année reine, reine année, année de reine, année de la reine | ' +
    'nata, nata il, nata nel, data di nascita, nascita, data nascita, sfarfallamento, data di sfarfallamento, data sfarfallamento, sfarfallata il, anno di nascita, anno nascita, anno regina, regina anno, anno della regina | jaar koningin, jaar van de koningin, geboren, geboren op, geboortedatum, uitgelopen, uitgelopen op, uitloopdatum, datum uitlopen, uitgekomen, uitgekomen op, geboortejaar, geb jaar | ' +
    'data urodzenia, data ur, urodzona, rok urodzenia, rok ur, rok urodzenia matki, data urodzenia matki, rok wylęgu, data wylęgu, wygryziona, data wygryzienia, data wygryzienia matki, rok matki, rok matka | nacida, fecha de nacimiento, fecha nacimiento, nacimiento, año de nacimiento, año nacimiento, año nac, fecha nac, eclosión, fecha de eclosión, fecha eclosión, fecha de emergencia, año reina, año de la reina | ' +
    'født, fødselsdato, fødselsår, klækket, klækkedato, klekket, klekkedato, dronning år, år dronning | född, födelsedatum, födelseår, kläckt, kläckdatum | rok narození, datum narození, rok líhnutí, datum líhnutí | godina rođenja, datum rođenja, godina izlijeganja, datum izlijeganja | rojena, datum rojstva, leto rojstva, letnik, datum izleganja',
  life_status: 'status, life status | status, zustand | statut | stato | status | status | estado',
  breeder_code:
    'breeder, breeder code, breeder name, name of breeder, name of the breeder, breeder no, breeder number | züchter, züchterin, züchternummer, züchternr, züchtercode, züchtername, name des züchters | ' +
    'éleveur, éleveuse, nom de l’éleveur, n° éleveur, code éleveur | allevatore, nome allevatore, codice allevatore | teler, imker, naam teler, telernummer, telercode | ' +
    'hodowca, nr hodowcy, numer hodowcy, kod hodowcy, nazwisko hodowcy | criador, nombre del criador, código del criador | opdrætter | oppdretter | odlare, uppfödare | chovatel | uzgajivač | vzrejevalec',
  marking:
    'marking, marked, colour, color, mark, mark color, mark colour, queen color, queen colour, marking color, marking colour, marked color, marked colour | zeichen, zeichnung, farbe, zeichenfarbe, markierung, zeichenplättchen, plättchen, plättchenfarbe, opalithplättchen | marquage, marquée, couleur, couleur de marquage, couleur marquage, pastille | colore, marcatura, marcata | merk, kleur, gemerkt, merkkleur | ' +
    'znak, kolor, oznakowanie, opalitek, kolor opalitka, kolor matki | marcaje, marcada, color, marca | farve | farge | färg, märkning | barva, barva matky, značení | boja, boja matice | barva matice',
  notes:
    'notes, note, remark, remarks, comment, comments | notiz, notizen, bemerkung, bemerkungen, bem, anmerkung, anmerkungen, hinweis, hinweise, kommentar, kommentare, sonstiges | ' +
    'remarques, remarque, rem, commentaire, commentaires, observation, observations, obs | note, osservazione, osservazioni, annotazione, annotazioni, commento, commenti | ' +
    'opmerkingen, opmerking, opm, aantekeningen, notitie, notities | uwagi, spostrzeżenia, adnotacje, notatki | notas, observación, observaciones, anotaciones, comentario, comentarios | bemærkning, bemærkninger | merknad, merknader | anteckningar, anmärkning, anmärkningar, kommentarer | poznámka, poznámky | napomena, napomene | opombe',

  mother:
    'mother, dam, mother colony, dam colony, daughter of, breeder queen, grafted from, graft source, larvae from | mutter, zuchtmutter, muttervolk, abstammung mutter, abst mutter, abst m, tochter von, mutterkönigin, nachzucht von, umgelarvt von, umgelarvt aus, gezogen aus | mère, colonie mère, ruche mère, fille de, issue de, greffée de | madre, figlia di | moeder, teeltmoer, moedervolk, dochter van, nateelt van, overgelarfd van | ' +
    'matka hodowlana, matka reprodukcyjna, matka matki, córka, po matce | madre, hija de | mor, datter af, datter av | moder, dotter till | matka matky | majka | mati | 2A',
  dam_external_id:
    `dam external id, mother external id, dam id, ${withNumber('mother, dam', 'number, no, nr, code, studbook number')} | ` +
    `${withNumber('mutter, mutterkönigin', NUMBERS_DE)}, nr der mutter, nummer der mutter, zuchtbuchnummer der mutter | ` +
    `${withNumber('mère', 'numéro, n°, nr, id, code, matricule')}, numéro de la mère, n° de la mère | ${withNumber('madre', 'numero, n., nr, id, codice, matricola')} | ` +
    `${withNumber('moeder', 'nummer, nr, id')} | nr matki hodowlanej, numer matki hodowlanej, nr matki matki, numer matki matki, id matki hodowlanej, nr matki reprodukcyjnej | ` +
    `${withNumber('madre', 'número, n°, código')}, número de la madre`,
  mother_id: '',
  father:
    'father, sire | vater, vaterkönigin, abstammung vater, abst vater, abst v | père | padre | vader | ojciec, ojciec matki | padre | far | fader | otec | otac | oče',
  father_external_id:
    `father external id, sire external id, sire id, ${withNumber('father, sire', 'number, no, nr, code, studbook number')} | ` +
    `${withNumber('vater', NUMBERS_DE)}, nr des vaters, nummer des vaters, zuchtbuchnummer des vaters | ` +
    `${withNumber('père', 'numéro, n°, nr, id, code, matricule')}, numéro du père, n° du père | ${withNumber('padre', 'numero, n., nr, id, codice, matricola')} | ` +
    `${withNumber('vader', 'nummer, nr, id')} | nr ojca, numer ojca, id ojca | ${withNumber('padre', 'número, n°, código')}, número del padre`,
  father_id: '',
  mated_to:
    'mated to, drone line, drone source, drone mother, dam of drones, drone colony, drone colonies, drone parent, drone stock, semen from, sperm source, inseminated with | anpaarung, vatervolk, vatervölker, drohnenvolk, angepaart mit, drohnenlinie, anpaarung mit, besamt mit, drohnenmutter, drohnenspender, drohnenherkunft | ' +
    'fécondée par, fécondée avec, inséminée avec, mâles, lignée mâle, lignée à mâles, lignée des mâles, mère à mâles, reine à mâles, colonie à mâles | accoppiata con, fecondata da, fuchi, linea fuchi, linea maschile, inseminata con, madre dei fuchi | ' +
    'bevrucht door, darrenlijn, darrenvolk, darrenmoeder, geïnsemineerd met | linia ojcowska, linia trutowa, matka ojcowska, rodzina ojcowska | fecundada por, inseminada con, línea de zánganos, madre de zánganos, zánganos | dronelinje | drönarlinje | trubčí linie | 4A',
  drone_sire_id:
    `drone sire id, mated to external id, ${withNumber('drone mother', 'number, no, nr, code, id')} | ` +
    `${withNumber('drohnenmutter, vatervolk, drohnenvolk, anpaarung', NUMBERS_DE)} | ${withNumber('mère à mâles', 'numéro, n°, nr, id')} | ` +
    withNumber('darrenmoeder, darrenvolk', 'nummer, nr'),
  mated_to_id: '',
  mating_type:
    'mating type, mating, mating method, mating control, type of mating, method of mating | anpaarungsart, begattungsart, paarungsart, art der anpaarung, art der begattung | type de fécondation, type fécondation, mode de fécondation | ' +
    'tipo di fecondazione, tipo fecondazione, tipo di accoppiamento, tipo accoppiamento, metodo di fecondazione, modalità di fecondazione | bevruchtingswijze, wijze van bevruchting, soort bevruchting | ' +
    'rodzaj unasienienia, sposób unasienienia, typ unasienienia | tipo de fecundación, tipo de apareamiento, método de fecundación | parringstype | způsob oplození',
  sdi_code: '',
  drone_producers: 'drone producers, drone producing queens, NS | drohnenvölker, anzahl drohnenvölker',
  drones: 'drones, number of drones, ND | drohnen, anzahl drohnen',
  mated_at:
    'mated at, mated on, date mated, mating date, date of mating, inseminated on, insemination date, date of insemination | anpaarungsdatum, begattungsdatum, anpaarungstag, begattungstag, begattet am, belegt am, anpaarung am, datum anpaarung, datum begattung, besamt am, besamungsdatum, kb-datum, datum kb | fécondée le, date de fécondation, inséminée le, date d’insémination, date insémination | ' +
    'data di fecondazione, data fecondazione, fecondata il, data inseminazione, inseminata il | bevrucht op, bevruchtingsdatum, datum bevruchting, geïnsemineerd op, ki-datum, datum ki | ' +
    'data unasienienia, data inseminacji, data kopulacji, unasieniona | fecha de fecundación, fecha fecundación, fecha de inseminación, fecha inseminación, fecha de apareamiento, fecha apareamiento',

  mating_station:
    'mating station, mating place, mating location, mating yard, mating apiary, mating site | belegstelle, belegst, belegstation, belegstellenname, name der belegstelle, inselbelegstelle, landbelegstelle, anpaarung auf, belegt auf, begattet auf, belegstelle-nr, anpaarungsort, begattungsort, begattungsstelle, paarungsort | station de fécondation, lieu de fécondation, lieu fécondation, site de fécondation, rucher de fécondation | ' +
    'stazione, stazione di fecondazione, stazione di accoppiamento, luogo di fecondazione, luogo fecondazione | bevruchtingsstation, bevruchtingsplaats, paringsstation | trutowisko, miejsce unasienienia, miejsce kopulacji | estación de fecundación, estación de apareamiento, lugar de fecundación, lugar de apareamiento, centro de fecundación | ' +
    'parringsstation, parringsplads | paringsstasjon, parringsstasjon, parringsplass | parningsstation, parningsplats | spářovací stanice, oplozovací stanice | oplodna stanica | plemenilna postaja',

  apiary:
    'apiary, apiary name, apiary location, bee yard, yard | stand, name stand, name des standes, standort, standplatz, bienenstand, prüfstand | rucher, nom du rucher, nom rucher | apiario, nome apiario | stand, bijenstand, bijenstal, standplaats | pasieka, nazwa pasieki | colmenar, nombre del colmenar, apiario | bigård, bigårdsplads | stanoviště, včelnice | pčelinjak | čebelnjak',
  // Headers of columns that contain the numbers written on hives and hive cards. A *Stock*, *Volk* or *Kasten* is the
  // colony, not its queen.
  hive:
    'hive, colony, hive no, hive nr, hive number, colony no, colony nr, colony number | ' +
    'volk, stock, beute, kasten, bienenvolk, volk-nr, volknummer, völkernummer, volksnummer, bienenvolk-nr, stock-nr, stocknummer, beute-nr, beuten-nr, ' +
    'beutennummer, kasten-nr, kastennummer, nr volk, nr stock, nr beute, volksbezeichnung | ruche, colonie, n° ruche, n° de ruche, ruche n°, no ruche, no de ruche, numéro ruche, ' +
    'numéro de ruche, n° colonie, n° de colonie, numéro de colonie, n° de la ruche, ruche numéro | arnia, alveare, colonia, n. arnia, arnia n., arnia numero, numero arnia, nr arnia, n. alveare, numero alveare | ' +
    'kast, volk, kast-nr, kastnummer, volk-nr, volknummer | ul, nr ula, numer ula, nr pnia, numer pnia, nr rodziny, numer rodziny, ul nr, ul numer | colmena, colmena nº, nr colmena, nº colmena, n.º de colmena, n° colmena, número de colmena | stade | kube, kubenummer | kupa, samhälle, kupnummer | úl, číslo úlu | košnica, broj košnice | panj, številka panja',
  eval_year:
    'test year, evaluation year, year of test, year of evaluation, year tested, year evaluated, year assessed, assessment year, year of assessment, testing year, performance year, test season, season of test, evaluation season | ' +
    'prüfjahr, prüfungsjahr, prüfj, prüfsaison, testjahr, leistungsjahr, jahr der prüfung, jahr der leistungsprüfung, bewertungsjahr, honigjahr, erntejahr | ' +
    'année de test, année du test, année test, année d’évaluation, année évaluation, année de contrôle, année de testage, année de récolte, saison de test | ' +
    'anno valutazione, anno di valutazione, anno del test, anno test, anno di prova, anno di produzione, anno produzione | testjaar, jaar van de test, beoordelingsjaar, prestatiejaar | rok oceny, rok badania, sezon oceny | ' +
    'año de evaluación, año evaluación, año eval, año de la prueba, año de prueba, año de test, temporada de prueba | testår, testsæson | provår, testsäsong | rok hodnocení, rok testu, rok testování | godina testiranja, godina ocjene | leto testiranja, leto preizkusa',
  evaluated_on:
    'evaluated, evaluated on, evaluation date, date of evaluation, date evaluated, tested on, test date, date of test, date tested, assessment date, date of assessment, scored on | ' +
    'prüfdatum, prüfungsdatum, datum prüfung, datum der prüfung, geprüft am, bewertet am, beurteilt am, bewertungsdatum, datum bewertung | ' +
    'date de test, date du test, date évaluation, date d’évaluation, évaluée le, testée le | data valutazione, data di valutazione, data del test, data test, valutata il | ' +
    'testdatum, beoordelingsdatum, datum beoordeling, beoordeeld op, getest op | data oceny, data badania, data testu | fecha de evaluación, fecha evaluación, fecha de prueba, fecha de la prueba | testdato | datum hodnocení, datum testu | datum testiranja, datum ocjene',
  evaluator:
    'evaluator, tester, assessor, evaluated by, tested by | prüfer, name des prüfers, bewerter, beurteiler, geprüft von, bewertet von | testeur, évaluateur, contrôleur, testé par, testée par, évalué par, évaluée par | ' +
    'valutatore, testatore, valutata da, valutato da | tester, beoordelaar, beoordeeld door, getest door | oceniający | evaluador, evaluado por, evaluada por',
  country_code: 'country code',
  postal_code:
    'postal code, postcode, zip, zip code | plz, postleitzahl | code postal | cap, codice postale | postcode | kod pocztowy | código postal | psč',

  ...TRAIT_HEADERS,
} as const satisfies Record<string, string>;

export type FieldName = keyof typeof KNOWN_WORDS;

/** Weak words. A weak word is used only if no other column has a clearer header for the field. */
export const WEAK_WORDS: Partial<Record<FieldName, string>> = {
  // If the header of another column means the queen (such as `Königin`), a column `name` may contain the name of the
  // breeder.
  queen_name: 'name | name | nom | nome | naam | nazwa, imię | nombre',
  // `queen_id` in an export of Queenbook contains ids of Queenbook, beside the column `external_id`.
  external_id: 'id, number, no, nr, queen id | nummer, kennung | n° | id | številka',
  // Beside a column such as `Apiary`, the location may be the town.
  apiary: 'location | | emplacement | ubicazione, postazione | locatie | lokalizacja | ubicación, asentamiento',
  // Beside a column such as `Prüfjahr`, the plain year is often the birth year.
  eval_year:
    'year, season | jahr, saison | année, saison | anno, stagione | jaar, seizoen | rok, sezon | año, temporada | år, sesong | godina | leto, sezona',
};

/** Returns the words of all languages. @param list words, separated by `,` and the languages by `|` */
export const splitWords = (list: string): string[] => list.split(/[,|]/).map((word) => word.trim());

/** Folded word → field. */
export const STRONG = index(KNOWN_WORDS);
export const WEAK = index(WEAK_WORDS);

function index(words: Partial<Record<FieldName, string>>): ReadonlyMap<string, FieldName> {
  const fields = new Map<string, FieldName>();
  for (const [field, list] of Object.entries(words) as [FieldName, string][]) {
    const all = words === WEAK_WORDS ? splitWords(list) : [field, ...splitWords(list)];
    for (const word of all.flatMap((each) => [fold(each), foldSpelledOut(each)])) {
      const other = fields.get(word);
      if (other !== undefined && other !== field) throw new Error(`"${word}" is both ${other} and ${field}`);
      if (word !== '') fields.set(word, field);
    }
  }
  return fields;
}
