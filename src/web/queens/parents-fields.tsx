import { Trans, useLingui } from '@lingui/react/macro';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { NAMED_QUEEN, QueenName } from '../ui/queen-name.js';
import { QueenPicker, type PickedQueen } from '../ui/queen-picker.js';
import { Loaded } from '../ui/states.js';

const MATE = graphql(
  `
    query MateOfMother($id: ID!) {
      queen(id: $id) {
        matedTo {
          ...NamedQueen
        }
      }
    }
  `,
  [NAMED_QUEEN],
);

interface ParentsProps {
  mother: PickedQueen | null;
  father: PickedQueen | null;
  generation: 'F0' | 'F1';
}

/** Fields for the queen's dam, and for the sire if the dam's mating does not determine the sire. */
export function ParentsFields({ mother, father, generation }: ParentsProps) {
  const { t } = useLingui();
  const [picked, setPicked] = useState(mother);
  const mate = useQuery({
    queryKey: ['mate-of-mother', picked?.id],
    queryFn: picked
      ? async ({ signal }) => (await ask(MATE, { id: picked.id }, signal)).queen?.matedTo ?? null
      : skipToken,
  });
  const picker = (hint: string) => (
    <QueenPicker name="father_id" label={t`Sire (4a of the dam’s mating)`} hint={hint} optional defaultQueen={father} />
  );
  return (
    <>
      <QueenPicker
        name="mother_id"
        label={t`Dam (2a)`}
        hint={generation === 'F1' ? t`An F1 queen needs a dam.` : undefined}
        optional={generation === 'F0'}
        defaultQueen={mother}
        onPick={setPicked}
      />
      {picked === null ? (
        picker(t`No dam is chosen, so only the sire is recorded.`)
      ) : (
        <Loaded query={mate} lines={2}>
          {(known) =>
            known === null ? (
              picker(
                t`The mating of her dam is not known. The queen you choose becomes her dam’s mate, and so the sire of all her dam’s daughters.`,
              )
            ) : (
              <p>
                <Trans>
                  Her sire follows from her dam’s mating: <QueenName queen={known} />
                </Trans>
              </p>
            )
          }
        </Loaded>
      )}
    </>
  );
}
