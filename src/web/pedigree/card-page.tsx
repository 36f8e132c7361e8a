import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { sessionQuery } from '../data/session.js';
import { classes } from '../ui/class-names.js';
import { Button } from '../ui/button.js';
import { Page } from '../ui/page.js';
import { Segments } from '../ui/segments.js';
import { Empty, ErrorPanel, Loaded } from '../ui/states.js';
import { Card } from './card.js';
import { cardQuery } from './card-data.js';
import { usePedigree } from './pedigree-data.js';
import { savePicture } from './save-picture.js';
import { useFontsLoaded } from './use-size.js';
import styles from './card.module.css';

export default function CardPage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/signed-in/queens/$id/card' });
  const { generations = 3 } = useSearch({ from: '/signed-in/queens/$id/card' });
  const navigate = useNavigate();
  const account = useQuery(sessionQuery).data;
  const query = useQuery(cardQuery(id));
  const pedigree = usePedigree(id, generations);
  const fonts = useFontsLoaded();
  const svg = useRef<SVGSVGElement>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const name = query.data?.queen?.name;
  const save = (kind: 'svg' | 'png') => {
    if (!svg.current || name === undefined) return;
    setProblem(null);
    savePicture(svg.current, name, kind).catch(setProblem);
  };
  return (
    <div className={styles.page}>
      <Page
        title={name === undefined ? t`Card` : t`Card of ${name}`}
        back={
          name !== undefined && (
            <Link to="/queens/$id/pedigree" params={{ id }}>
              <Trans>Pedigree of {name}</Trans>
            </Link>
          )
        }
        actions={
          name !== undefined &&
          pedigree.data && (
            <>
              <Button icon={<Download aria-hidden="true" />} onClick={() => save('svg')}>
                <Trans>Save as SVG</Trans>
              </Button>
              <Button icon={<Download aria-hidden="true" />} onClick={() => save('png')}>
                <Trans>Save as PNG</Trans>
              </Button>
              <Button kind="primary" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
                <Trans>Print</Trans>
              </Button>
            </>
          )
        }
      >
        <div className={styles.controls}>
          <Segments
            label={t`Generations`}
            options={[
              { value: '3', label: t`3 generations` },
              { value: '5', label: t`5 generations` },
            ]}
            value={String(generations)}
            onChange={(value) =>
              void navigate({
                to: '/queens/$id/card',
                params: { id },
                search: { generations: value === '5' ? 5 : 3 },
                replace: true,
              })
            }
          />
        </div>
        {problem !== null && <ErrorPanel error={problem} />}
        <Loaded query={query} lines={8}>
          {({ queen }) =>
            queen === null ? (
              <Empty>
                <Trans>There is no such queen.</Trans>
              </Empty>
            ) : (
              <Loaded query={pedigree} lines={8}>
                {(found) =>
                  found && (
                    <div className={classes('paper', styles.sheet)} translate="no">
                      <Card
                        key={String(fonts)}
                        {...{ queen, ref: svg }}
                        pedigree={found}
                        breeder={account?.name ?? ''}
                      />
                    </div>
                  )
                }
              </Loaded>
            )
          }
        </Loaded>
      </Page>
    </div>
  );
}
