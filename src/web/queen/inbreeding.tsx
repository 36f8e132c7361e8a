import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ask, graphql } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { Loaded, NotKnown } from '../ui/states.js';
import styles from './queen.module.css';

const INBREEDING = graphql(`
  query QueenInbreeding($id: ID!) {
    queen(id: $id) {
      inbreeding
    }
  }
`);

/**
 * The queen's coefficient of inbreeding. The coefficient is requested separately, because its computation is slow for a
 * large pedigree.
 * @param props.known whether both parents are known, see `inbreedingIsKnown`
 */
export function Inbreeding({ id, known }: { id: string; known: boolean }) {
  const format = useFormat();
  const query = useQuery({
    queryKey: ['queen', id, 'inbreeding'],
    queryFn: ({ signal }) => ask(INBREEDING, { id }, signal),
    enabled: known,
  });
  if (!known) return <NotKnown />;
  return (
    <Loaded query={query} lines={1}>
      {({ queen }) => (
        <>
          {queen && format.percent(queen.inbreeding, 1)}
          <span className={styles.second}>
            <Trans>F from her whole known pedigree</Trans>
          </span>
        </>
      )}
    </Loaded>
  );
}
