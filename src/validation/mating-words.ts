/** Words for mating types, in the order en, de, fr, it, nl, pl, es, then neighbouring languages. */
export const MATING_TYPE_WORDS = {
  island_station:
    'island station, island, island mating, island mating station | inselbelegstelle, insel, inselbelegung, inselbegattung | station insulaire, île, station île | ' +
    'stazione insulare, isola | eilandstation, eilandbevruchting, eilandbevruchtingsstation, eiland | trutowisko wyspowe, wyspa | estación insular, isla',
  land_station:
    'land station, station, mating station, isolated mating station, isolated apiary | landbelegstelle, belegstelle, linienbelegstelle, gebirgsbelegstelle, belegst, bst | ' +
    'station de fécondation, station de fécondation terrestre | stazione di fecondazione, stazione di accoppiamento, stazione | bevruchtingsstation, landbevruchtingsstation | ' +
    'trutowisko, stacja unasieniania | estación de fecundación, estación de apareamiento',
  insemination:
    'insemination, ii, ai, artificial insemination, instrumental insemination, instrumental, artificially inseminated, inseminated | besamung, künstliche besamung, künstlich besamt, ' +
    'instrumentelle besamung, instrumentell besamt, instrumentell, besamt, kb | insémination, insémination artificielle, insémination instrumentale, inséminée, ia | ' +
    'inseminazione, inseminazione artificiale, inseminazione strumentale, inseminata | inseminatie, kunstmatige inseminatie, ki, geïnsemineerd | ' +
    'inseminacja, sztuczne unasienianie, sztuczne unasiennienie, unasienianie sztuczne, inseminowana | inseminación, inseminación artificial, inseminación instrumental, inseminada',
  single_drone:
    'single drone, single drone insemination, sdi | eindrohn, eindrohnbesamung, ein drohn, eindrohnbesamt | un mâle, mono mâle | monodrone, monofuco, un fuco | enkele dar | jeden truteń | un zángano',
  single_queen: 'single queen | eine drohnenmutter, ein drohnenvolk',
  open:
    'open, natural, free, open mating, open mated, openly mated, free mating, free mated, natural mating, naturally mated | ' +
    'standbegattung, standbegattet, stand begattung, stand, am stand, frei, freie begattung, freibegattung, frei begattet, freie paarung, natürlich, natürliche begattung, natürliche paarung, wildbegattung, offen, offene begattung, offene paarung | ' +
    'libre, naturelle, fécondation libre, fécondation naturelle, fécondée librement, accouplement libre | ' +
    'libera, naturale, fecondazione libera, fecondazione naturale, accoppiamento libero, accoppiamento naturale | ' +
    'vrij, vrije bevruchting, standbevruchting, natuurlijk, natuurlijke bevruchting, vrije paring | ' +
    'wolne, naturalne, naturalna, wolny lot, unasienianie naturalne, naturalne unasiennienie, naturalnie, kopulacja wolna, swobodne | ' +
    'libre, natural, fecundación libre, fecundación natural, apareamiento libre, monta natural | ' +
    'volné páření, přirozené páření, volné, přirozené, természetes, természetes párzás, szabad párzás',
} as const;
