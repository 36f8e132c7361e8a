/** The values that a measure allows. `step` is 1 for whole numbers; without `step`, every number in the range is valid. */
export interface Limits {
  least: number;
  most: number;
  step?: number;
}

export const MEASURES = {
  kilograms: { least: 0, most: 200 },
  score: { least: 1, most: 4, step: 0.5 },
  cells: { least: 0, most: 50, step: 1 },
} as const satisfies Record<string, Limits>;
export type Measure = keyof typeof MEASURES;

/**
 * The traits of a performance test. All lists of traits derive from this table: enums, columns, rules, routes, import
 * headers, the OpenAPI document, the lists of the web interface. CONTRIBUTING.md lists the other steps that a new trait
 * needs.
 */
interface TraitRow {
  /** The column of the table `evaluation`. Columns named `trait` in other tables contain this name as their value. */
  column: string;
  /** The name of the trait in evaluations of the REST API. */
  member: string;
  /** The name of the trait in breeding values of the REST API. */
  word: string;
  measure: Measure;
  /** Description of the trait in the enum `Trait` of the schema. */
  description: string;
  /** Description of the field of an evaluation in the schema. */
  field: string;
  /** Completes "Weight of …", in the schema. */
  weight: string;
  /** Title of the trait in the list of fields to which a user can map a column of a file. */
  title: string;
  /** Headers in files: en, de, fr, it, nl, pl, es, separated by `|`, then headers of other systems. */
  headers: string;
  /** Value of the evaluation in the examples of the OpenAPI document. */
  example: number;
}

const SCORE = { measure: 'score', field: 'Score from 1 to 4 in steps of 0.5; 4 is best.' } as const;

/** The traits by their names in GraphQL, in breeders' usual order. */
export const TRAITS = {
  honey: {
    column: 'honey',
    member: 'honey_yield_kg',
    word: 'honey',
    measure: 'kilograms',
    field: 'Honey yield of the season in kg, 0 to 200.',
    description: 'Honey yield of the season, kg',
    weight: 'honey yield',
    title: 'Honey',
    headers:
      'honey, honey yield, honey crop, honey harvest, honey harvested, honey production, honey produced, total honey, honey total, total honey yield, kg honey | ' +
      'honig, honigertrag, honigleistung, honigmenge, honigernte, honig gesamt, honig ges, gesamthonig, honigertrag gesamt, gesamthonigertrag, honig summe, ertrag | ' +
      'miel, miel total, total miel, récolte, récolte totale, récolte de miel, récolte miel, miel récolté, production, production de miel, production miel, rendement miel, rendement en miel, poids miel, poids de miel | ' +
      'miele, produzione, produzione miele, produzione di miele, miele totale, produzione totale miele, resa miele, resa in miele, resa di miele | ' +
      'honing, honing totaal, honingopbrengst | miód, miód razem, wydajność miodu, wydajność miodowa, produkcja miodu, zbiór miodu, zbiory miodu, miodność | miel, producción de miel, producción miel, producción, rendimiento de miel, rendimiento miel, cosecha de miel | ' +
      'honning, honningudbytte | honung, honungsskörd | výnos medu, medný výnos | prinos meda | donos medu, pridelek medu | med kg',
    example: 42.5,
  },
  gentleness: {
    column: 'gentleness',
    member: 'gentleness',
    word: 'gentleness',
    ...SCORE,
    description: 'Score 1 to 4',
    weight: 'gentleness',
    title: 'Gentleness',
    headers:
      'gentleness, gentle, temperament, temper, docility | sanftmut, sanft, sanftm, friedfertigkeit | douceur, docilité | docilità, mansuetudine, temperamento | zachtaardigheid, zachtmoedigheid, zachtheid | łagodność | mansedumbre, docilidad, temperamento | ' +
      'gemyt | gemytt, lynne | humör | mírnost, krotkost | mirnoća, blagost | mirnost',
    example: 3.5,
  },
  vigor: {
    column: 'vigor',
    member: 'vigor',
    word: 'vigor',
    ...SCORE,
    description: 'Score 1 to 4',
    weight: 'vigor',
    title: 'Vigor',
    headers:
      'vigor, vigour, strength, colony development, spring development, spring build-up | entwicklung, volksentwicklung, frühjahrsentwicklung, volksstärke | ' +
      'vigueur, développement, développement printanier | vigore, forza, sviluppo, sviluppo primaverile | kracht, volkssterkte, ontwikkeling, voorjaarsontwikkeling | siła, rozwój, rozwój wiosenny | vigor, fuerza, desarrollo, desarrollo primaveral | jarní rozvoj | proljetni razvoj | spomladanski razvoj',
    example: 3,
  },
  wintering: {
    column: 'wintering',
    member: 'wintering',
    word: 'wintering',
    ...SCORE,
    description: 'Score 1 to 4',
    weight: 'wintering',
    title: 'Wintering',
    headers:
      'wintering, wintering ability, overwintering, winter hardiness | überwinterung, auswinterung, winterung, winterfestigkeit, winterhärte | hivernage | svernamento, invernamento | overwintering, winterhardheid | zimowla, zimowanie, przezimowanie, zimotrwałość | invernada | overvintring | övervintring | zimování | zimovanje, prezimljavanje | prezimovanje',
    example: 3,
  },
  nonSwarming: {
    column: 'non_swarming',
    member: 'swarming',
    word: 'swarming',
    ...SCORE,
    description: 'Score 1 to 4; 4 means no inclination to swarm',
    weight: 'non-swarming behavior',
    title: 'Non-swarming',
    headers:
      'non-swarming, swarming, swarm, swarm tendency, swarming tendency, swarming behavior, swarming behaviour, swarm behavior, swarm behaviour, swarm drive | ' +
      'schwarmträgheit, schwarmtr, schwarmneigung, schwarmtrieb, schwarmlust, schwarmverhalten, schwarmfreudigkeit, schwarmfr, schwarmstimmung, schwarm | ' +
      'non-essaimage, essaimage, tendance à l’essaimage, propension à l’essaimage | non sciamatura, sciamatura, tendenza sciamatura, tendenza alla sciamatura, attitudine alla sciamatura, tendenza a sciamare, propensione alla sciamatura | ' +
      'zwermtraagheid, zwermlust, zwermdrift, zwermneiging | nierojliwość, rojliwość, nastrój rojowy, skłonność do rojenia | no enjambrazón, enjambrazón, tendencia a enjambrar, tendencia enjambradora, enjambre | sværmning, sværmelyst, sværmetrang | sverming, svermetrang | svärmning, svärmlust, svärmningsbenägenhet | rojivost | rojevni nagon, nagon za rojenje | rojivost',
    example: 4,
  },
  combBehavior: {
    column: 'comb_behavior',
    member: 'comb_sitting',
    word: 'comb_sitting',
    ...SCORE,
    description: 'Calmness on the comb, score 1 to 4',
    weight: 'calmness on the comb',
    title: 'Comb behavior',
    headers:
      'comb behavior, comb behaviour, comb sitting, calmness, calmness on comb, calmness on the comb, steadiness, steadiness on comb, steadiness on the comb, comb stability | ' +
      'wabensitz, wabens, wabenstetigkeit, wabenverhalten, wabenruhe, waben | tenue au cadre, tenue de cadre, tenue du cadre, tenue sur cadre, tenue cadre, tenue aux cadres, tenue, calme sur cadre, calme sur le cadre, comportement sur cadre | tenuta del favo, tenuta favo, tenuta del telaio, calma sul favo, comportamento sul favo | raatvastheid, raamvastheid, raatzit | ' +
      'trzymanie plastra, trzymanie się plastra, trzymanie się plastrów, zachowanie na plastrze | permanencia en el panal, permanencia en panal, calma en el panal, calma en panal, comportamiento en el panal | tavlefasthed | sezení na plástu | mirnoća na saću | mirnost na satju',
    example: 3.5,
  },
  hyg6h: {
    column: 'hyg6h',
    member: 'hyg6_cleaned',
    word: 'hyg6',
    measure: 'cells',
    field: 'Pin test: number of cells cleaned after 6 hours, 0 to 50.',
    description: 'Pin test: how many of 50 cells were cleaned after 6 hours',
    weight: 'the pin test after 6 hours',
    title: 'Pin test after 6 hours',
    headers:
      'hyg 6h, hyg6, hygiene 6h, hygienic 6h, hygienic behavior 6h, hygienic behaviour 6h, pin test 6h, pin 6h, cells cleaned 6h, cleaned cells 6h | nadeltest 6h, ausräumung 6h, ausräumtest 6h, ausräumverhalten 6h, hygieneverhalten 6h, ausgeräumte zellen 6h | ' +
      'test hyg 6h, test pin 6h, test hygiénique 6h, test épingle 6h, test aiguille 6h, comportement hygiénique 6h | test igienico 6h, test dello spillo 6h, comportamento igienico 6h, igiene 6h | naaldtest 6h, naaldproef 6h, hygiënisch gedrag 6h | ' +
      'higiena 6h, higieniczność 6h, test igłowy 6h, zachowanie higieniczne 6h | test higiénico 6h, comportamiento higiénico 6h, prueba del alfiler 6h | nåletest 6h | nåltest 6h',
    example: 21,
  },
  hyg24h: {
    column: 'hyg24h',
    member: 'hyg24_cleaned',
    word: 'hyg24',
    measure: 'cells',
    field: 'Pin test: number of cells cleaned after 24 hours, 0 to 50. Must not be less than the number after 6 hours.',
    description: 'Pin test: how many of 50 cells were cleaned after 24 hours',
    weight: 'the pin test after 24 hours',
    title: 'Pin test after 24 hours',
    headers:
      'hyg 24h, hyg24, hygiene 24h, hygienic 24h, hygienic behavior 24h, hygienic behaviour 24h, pin test 24h, pin 24h, cells cleaned 24h, cleaned cells 24h | nadeltest 24h, ausräumung 24h, ausräumtest 24h, ausräumverhalten 24h, hygieneverhalten 24h, ausgeräumte zellen 24h | ' +
      'test hyg 24h, test pin 24h, test hygiénique 24h, test épingle 24h, test aiguille 24h, comportement hygiénique 24h | test igienico 24h, test dello spillo 24h, comportamento igienico 24h, igiene 24h | naaldtest 24h, naaldproef 24h, hygiënisch gedrag 24h | ' +
      'higiena 24h, higieniczność 24h, test igłowy 24h, zachowanie higieniczne 24h | test higiénico 24h, comportamiento higiénico 24h, prueba del alfiler 24h | nåletest 24h | nåltest 24h',
    example: 46,
  },
} as const satisfies Record<string, TraitRow>;
