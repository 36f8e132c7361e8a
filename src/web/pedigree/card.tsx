import { useLingui } from '@lingui/react/macro';
import { useMemo, type Ref } from 'react';
import { useFormat } from '../i18n/format.js';
import type { CardQueen } from './card-data.js';
import { CardFacts } from './card-facts.js';
import { CARD, cardSlots } from './card-layout.js';
import { drawnBox, type DrawnBox } from './drawn-box.js';
import { GAP } from './layout.js';
import { Lanes } from './lanes.js';
import type { Pedigree } from './pedigree-data.js';
import { badgeOf, nameLines } from './place-lines.js';
import { PlaceShape } from './place.js';
import { repeatsIn } from './repeats.js';
import { classes } from '../ui/class-names.js';
import { usePedigreeWords } from './words.js';
import drawing from './drawing.module.css';
import styles from './card.module.css';

interface CardProps {
  queen: CardQueen;
  pedigree: Pedigree;
  /** The name of the account, for the foot of the card. */
  breeder: string;
  ref: Ref<SVGSVGElement>;
}

const NOTHING: ReadonlySet<number> = new Set();

/** A queen and her ancestors on one page, to be printed or saved as an image. */
export function Card({ queen, pedigree, breeder, ref }: CardProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { lineage, known, places } = pedigree;
  const words = usePedigreeWords(lineage);
  const repeats = useMemo(() => repeatsIn(lineage), [lineage]);
  const drawn = useMemo(
    () =>
      new Map<number, DrawnBox>(
        cardSlots(lineage).map((box) => {
          const ancestor = lineage.places.get(box.position);
          const badge = badgeOf(repeats.get(ancestor?.id ?? ''));
          return [box.position, drawnBox(box, 1, 1 + (ancestor ? nameLines(ancestor, box.width, badge) : 1))];
        }),
      ),
    [lineage, repeats],
  );
  const today = format.date(new Date().toISOString().slice(0, 10));
  const { name } = queen;
  return (
    <svg
      ref={ref}
      className={classes(drawing.drawing, styles.card)}
      viewBox={`0 0 ${CARD.width} ${CARD.height}`}
      role="img"
      aria-label={t`Card of ${name}: her facts and her ancestors over ${lineage.depth} generations`}
    >
      <rect className={styles.paper} width={CARD.width} height={CARD.height} />
      <CardFacts queen={queen} words={words} known={t`${known} of ${places}`} />
      <Lanes
        drawn={drawn}
        scale={CARD.gap / GAP}
        marked={NOTHING}
        notKnown={t`not known`}
        mating={(position) => {
          const mother = lineage.places.get(position);
          return mother ? words.mating(mother) : null;
        }}
      />
      {[...drawn.values()].map((box) => {
        const { position, sire } = box;
        const ancestor = position === 1 ? undefined : lineage.places.get(position);
        if (!ancestor) return null;
        const text = {
          label: words.label(position),
          name: ancestor.name,
          facts: words.facts(ancestor),
          value: null,
          aloud: '',
          born: ancestor.dateOfBirth,
        };
        return (
          <g key={position} className={classes(sire && drawing.sire)} transform={`translate(${box.x} ${box.y})`}>
            <PlaceShape box={box} text={text} repeat={repeats.get(ancestor.id)} edge />
          </g>
        );
      })}
      <text className={styles.note} x={0} y={CARD.height - 9}>
        {t`Queenbook · ${breeder} · ${today}`}
      </text>
      <text className={styles.note} x={CARD.width} y={CARD.height - 9} data-end>
        {repeats.size > 0 && t`Same number: same queen. Filled ring: on both sides.`}
      </text>
    </svg>
  );
}
