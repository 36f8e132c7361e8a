/** Words for mating types, in the order en, de, fr, it, nl, pl, es, then neighbouring languages. */
export const MATING_TYPE_WORDS = {
  island_station:
    'island station, island, island mating, island mating station | inselbelegstelle, insel, inselbelegung, inselbegattung | station insulaire, île, station île | ' +
    'stazione insulare, isola | eilandstation, eilandbevruchting, eilandbevrucht, eilandbevruchtingsstation, eiland | trutowisko wyspowe, wyspa | estación insular, isla',
  land_station:
    'land station, station, mating station, isolated mating station, isolated apiary | landbelegstelle, belegstelle, linienbelegstelle, rassebelegstelle, gebirgsbelegstelle, belegst, bst | ' +
    'station de fécondation, station de fécondation terrestre | stazione di fecondazione, stazione di accoppiamento, stazione | bevruchtingsstation, landbevruchtingsstation | ' +
    'trutowisko, stacja unasieniania | estación, estación de fecundación, estación de apareamiento | parringsstation | parningsstation',
  insemination:
    'insemination, ii, ai, artificial insemination, instrumental insemination, instrumental, artificially inseminated, instrumentally inseminated, inseminated | besamung, künstliche besamung, künstlich besamt, ' +
    'instrumentelle besamung, instrumentell besamt, instrumentell, instr besamung, instr besamt, besamt, kb | insémination, insémination artificielle, insémination instrumentale, inséminée, ia | ' +
    'inseminazione, inseminazione artificiale, inseminazione strumentale, inseminata | inseminatie, kunstmatige inseminatie, ki, geïnsemineerd | ' +
    'inseminacja, sztuczne unasienianie, sztuczne unasiennienie, unasienianie sztuczne, sztucznie unasieniona, inseminowana | inseminación, inseminación artificial, inseminación instrumental, inseminada | ' +
    'insemineret, kunstig insemineret | inseminert | inseminerad | inseminace, umělá inseminace, inseminovaná | umjetna oplodnja, umjetno osjemenjena | umetna osemenitev, umetno osemenjena',
  single_drone:
    'single drone, single drone insemination, sdi | eindrohn, eindrohnbesamung, ein drohn, eindrohnbesamt | un mâle, mono mâle | monodrone, monofuco, un fuco | enkele dar | jeden truteń | un zángano',
  single_queen: 'single queen | eine drohnenmutter, ein drohnenvolk',
  open:
    'open, natural, local drones, free, open mating, open mated, openly mated, om, free mating, free mated, natural mating, naturally mated | ' +
    'standbegattung, standbegattet, stand begattung, stand, am stand, frei, freie begattung, freibegattung, frei begattet, freie paarung, freiflug, freiflugbegattung, standpaarung, standdrohnen, ortsdrohnen, eigene drohnen, mischbegattung, natürlich, natürliche begattung, natürliche paarung, wildbegattung, offen, offene begattung, offene paarung | ' +
    'libre, naturelle, fécondation libre, fécondation naturelle, fécondée librement, accouplement libre | ' +
    'libera, naturale, fecondazione libera, fecondazione naturale, accoppiamento libero, accoppiamento naturale | ' +
    'vrij, vrije bevruchting, standbevruchting, standbevrucht, natuurlijk, natuurlijke bevruchting, vrije paring | ' +
    'wolne, wolnolotna, naturalne, naturalna, wolny lot, unasienianie naturalne, naturalne unasiennienie, naturalnie, naturalnie unasieniona, wolny oblot, kopulacja wolna, swobodne | ' +
    'libre, natural, fecundación libre, fecundación natural, apareamiento libre, monta natural | ' +
    'fri parring, friparring, friparret, fritparret | fri paring, friparet | fri parning, friparad | slobodno sparivanje, slobodno sparena | prosto sparjena | ' +
    'volné páření, přirozené páření, volné, přirozené, természetes, természetes párzás, szabad párzás',
} as const;
