import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { useAddressedQueen } from '../ui/addressed-queen.js';
import { Button } from '../ui/button.js';
import { Dot } from '../ui/dot.js';
import { Page, Panel } from '../ui/page.js';
import { pickedQueenQuery } from '../ui/picked-queen.js';
import { QueenPicker } from '../ui/queen-picker.js';
import { Loaded } from '../ui/states.js';
import { MergeOutlook } from './merge-outlook.js';
import styles from './merge.module.css';

/** The page to merge two records of one queen, after a preview. */
export default function MergeQueenPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { id } = useParams({ from: '/signed-in/queens/$id/merge' });
  const { other: otherId } = useSearch({ from: '/signed-in/queens/$id/merge' });
  const query = useQuery(pickedQueenQuery(id));
  const other = useQuery({ ...pickedQueenQuery(otherId ?? ''), enabled: otherId !== undefined }).data;
  const { pickerKey, defaultQueen, noteChoice } = useAddressedQueen(otherId);
  const name = query.data?.name;
  return (
    <Page
      title={t`Merge two records`}
      width="narrow"
      back={
        <Link to="/queens/$id" params={{ id }}>
          {name ? <span translate="no">{name}</span> : <Trans>Back to the queen</Trans>}
        </Link>
      }
    >
      <p>
        <Trans>
          If a queen is recorded twice, with another number or a different spelling, you can merge the two records. The
          remaining record keeps its values. Empty fields of the remaining record are filled from the other record. The
          daughters, evaluations and breeding values of the other record move to the remaining record.
        </Trans>
      </p>
      <Loaded query={query}>
        {(keep) =>
          keep === null ? (
            <p>
              <Trans>
                This queen no longer exists. <Link to="/queens">Go to the queens</Link>.
              </Trans>
            </p>
          ) : (
            <>
              <Panel title={t`Records to merge`}>
                <dl className={styles.pair}>
                  <dt>
                    <Trans>Stays</Trans>
                  </dt>
                  <dd>
                    <Dot born={keep.dateOfBirth} /> <span translate="no">{keep.name}</span>{' '}
                    {keep.externalId !== keep.name && (
                      <span translate="no" className={styles.number}>
                        {keep.externalId}
                      </span>
                    )}
                  </dd>
                </dl>
                <QueenPicker
                  key={`${id} ${pickerKey}`}
                  name="queen_id"
                  label={t`The other record, which is deleted`}
                  defaultQueen={defaultQueen}
                  onPick={(queen) => {
                    if (queen?.id === otherId) return;
                    noteChoice(queen?.id);
                    void navigate({
                      to: '/queens/$id/merge',
                      params: { id },
                      search: queen ? { other: queen.id } : {},
                      replace: true,
                    });
                  }}
                />
                {other && (
                  <div className={styles.swap}>
                    <Button
                      icon={<ArrowLeftRight aria-hidden="true" />}
                      onClick={() =>
                        void navigate({
                          to: '/queens/$id/merge',
                          params: { id: other.id },
                          search: { other: id },
                          replace: true,
                        })
                      }
                    >
                      {t`Keep ${other.name} instead`}
                    </Button>
                  </div>
                )}
              </Panel>
              {other && <MergeOutlook keep={keep} other={other} />}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
