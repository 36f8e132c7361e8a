import { useLingui } from '@lingui/react/macro';
import { knownInbreeding } from '../data/inbreeding.js';
import { useFormat } from '../i18n/format.js';
import { MATING_TYPE_NAMES, TRAITS, TRAIT_NAMES } from '../i18n/terms.js';
import { Dot, useMarkingName } from '../ui/dot.js';
import type { CardQueen } from './card-data.js';
import { CARD } from './card-layout.js';
import { fitText, wrapText } from './fit-text.js';
import type { PedigreeWords } from './words.js';
import { textWidth } from './text-width.js';
import styles from './card.module.css';

const PAD = 14;
const TEXT_WIDTH = CARD.aside - 2 * PAD;
const ROW = 20;

interface CardFactsProps {
  queen: CardQueen;
  words: PedigreeWords;
  known: string;
}

/** The left part of a card: the queen's identity, mating and values. */
export function CardFacts({ queen, words, known }: CardFactsProps) {
  const facts = useFacts(queen, words, known);
  const values = useValues(queen);
  const name = wrapText(queen.name, TEXT_WIDTH - 40, 2, (part) => textWidth(part, 24, 700));
  const head = 26 + name.length * 28;
  const line = (text: string, size = 13, weight = 400) =>
    fitText(text, TEXT_WIDTH, (part) => textWidth(part, size, weight));
  let y = head + (queen.externalId ? 30 : 12);
  const next = (height = ROW) => (y += height);
  return (
    <g>
      <rect
        className={styles.ground}
        x={0.5}
        y={0.5}
        width={CARD.aside - 1}
        height={CARD.height - CARD.foot - 1}
        rx={10}
      />
      <g transform={`translate(${PAD} 18)`}>
        <Dot born={queen.dateOfBirth} size={30} />
      </g>
      {name.map((part, index) => (
        <text key={index} className={styles.name} x={PAD + 40} y={34 + index * 28}>
          {part}
        </text>
      ))}
      {queen.externalId && (
        <text className={styles.number} x={PAD} y={head + 8}>
          {line(queen.externalId, 14)}
        </text>
      )}
      {facts.map(({ term, text }) => (
        <Fact key={term} y={next()} term={term} text={text} />
      ))}
      {values && (
        <>
          <text className={styles.title} x={PAD} y={next(34)}>
            {values.title}
          </text>
          <text className={styles.term} x={CARD.aside - PAD} y={y} data-end>
            r²
          </text>
          {values.rows.map(({ trait, figure, reliability }) => {
            const at = next();
            return (
              <g key={trait}>
                <text className={styles.term} x={PAD} y={at}>
                  {trait}
                </text>
                <text className={styles.figure} x={CARD.aside - PAD - 46} y={at} data-end>
                  {figure}
                </text>
                <text className={styles.term} x={CARD.aside - PAD} y={at} data-end>
                  {reliability}
                </text>
              </g>
            );
          })}
          {wrapText(values.run, TEXT_WIDTH, 3, (part) => textWidth(part, 12)).map((part, index) => (
            <text key={index} className={styles.note} x={PAD} y={next(index === 0 ? 22 : 16)}>
              {part}
            </text>
          ))}
        </>
      )}
    </g>
  );
}

function Fact({ y, term, text }: { y: number; term: string; text: string }) {
  const label = textWidth(term, 13) + 10;
  return (
    <>
      <text className={styles.term} x={PAD} y={y}>
        {term}
      </text>
      <text className={styles.fact} x={CARD.aside - PAD} y={y} data-end>
        {fitText(text, TEXT_WIDTH - label, (part) => textWidth(part, 13, 600))}
      </text>
    </>
  );
}

function useFacts(queen: CardQueen, words: PedigreeWords, known: string): { term: string; text: string }[] {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const colour = useMarkingName(queen.dateOfBirth);
  const { dateOfBirth, race, line, marking, breederCode, matingType, matedTo, matedAt, matingStation } = queen;
  const inbreeding = knownInbreeding(queen.inbreeding, queen);
  const unknown = t`not known`;
  const born = dateOfBirth && format.date(dateOfBirth);
  const facts: [string, string | null, optional?: true][] = [
    [t`Born`, born && t`${born}, ${colour}`],
    [t`Race`, race],
    [t`Line`, line, true],
    [t`Marking`, marking, true],
    [t`Breeder`, breederCode, true],
    [t`Inbreeding (F)`, inbreeding === null ? null : format.percent(inbreeding, 1)],
    [t`Ancestors`, known],
    [t`Her mating`, matingType && i18n._(MATING_TYPE_NAMES[matingType])],
    [t`Drones`, words.drones(queen), true],
    [words.label(0), matedTo && matedTo.name],
    ['', matedTo && matedTo.externalId, true],
    [t`Mated on`, matedAt && format.date(matedAt), true],
    [t`Mating station`, matingStation, true],
  ];
  return facts.flatMap(([term, text, optional]) => (text || !optional ? [{ term, text: text || unknown }] : []));
}

function useValues({ ebv, index, indexReliability }: CardQueen) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const own = TRAITS.flatMap((trait) => ebv?.find((each) => each.trait === trait && each.entityType === 'queen') ?? []);
  const run = own[0]?.run;
  if (!run?.computedAt) return null;
  const row = (trait: string, value: number, reliability: number | null) => ({
    trait,
    figure: format.number(value),
    reliability: reliability === null ? '–' : format.number(reliability, 2),
  });
  const day = format.date(run.computedAt.slice(0, 10));
  return {
    title: t`Breeding values`,
    rows: [
      ...(index === null ? [] : [row(t`Index`, index, indexReliability)]),
      ...own.map(({ trait, normalized, reliability }) => row(i18n._(TRAIT_NAMES[trait]), normalized, reliability)),
    ],
    run: run.source === 'computed' ? t`Run of ${day}. 100 is the mean.` : t`From another system, imported on ${day}.`,
  };
}
