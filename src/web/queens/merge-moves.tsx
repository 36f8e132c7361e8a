import { Plural, Trans } from '@lingui/react/macro';
import forms from './queen-form.module.css';

export interface Moves {
  daughters: number;
  daughtersByHerDrones: number;
  matedToHer: number;
  importedRows: number;
  evaluations: number | null;
  hives: number | null;
  breedingValues: number | null;
  breedingValuesDropped: number | null;
}

/** Lists the related rows that a merge moves to the remaining record. */
export function MergeMoves({ moves }: { moves: Moves }) {
  const lines = [
    [moves.daughters, <Plural key="1" value={moves.daughters} one="# daughter" other="# daughters" />],
    [
      moves.daughtersByHerDrones,
      <Plural
        key="2"
        value={moves.daughtersByHerDrones}
        one="# daughter sired by her drones"
        other="# daughters sired by her drones"
      />,
    ],
    [
      moves.matedToHer,
      <Plural key="3" value={moves.matedToHer} one="# queen mated to her" other="# queens mated to her" />,
    ],
    [moves.evaluations, <Plural key="4" value={moves.evaluations ?? 0} one="# evaluation" other="# evaluations" />],
    [moves.hives, <Trans key="5">the hive that she heads</Trans>],
    [
      moves.breedingValues,
      <Plural key="6" value={moves.breedingValues ?? 0} one="# breeding value" other="# breeding values" />,
    ],
    [moves.importedRows, <Plural key="7" value={moves.importedRows} one="# row of a file" other="# rows of files" />],
  ] as const;
  const moving = lines.filter(([count]) => count !== null && count > 0);
  const dropped = moves.breedingValuesDropped ?? 0;
  return (
    <>
      {moving.length > 0 && (
        <>
          <h3>
            <Trans>What moves to her record</Trans>
          </h3>
          <ul className={forms.list}>
            {moving.map(([, text], at) => (
              <li key={at}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {dropped > 0 && (
        <p>
          <Plural
            value={dropped}
            one="# breeding value of the other record is deleted, because the remaining record has one from the same run, or the run has not ended."
            other="# breeding values of the other record are deleted, because the remaining record has its own from the same run, or the run has not ended."
          />
        </p>
      )}
    </>
  );
}
