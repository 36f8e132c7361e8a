import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { ButtonLink } from '../ui/button.js';
import { useNarrow } from '../ui/media.js';
import { Page } from '../ui/page.js';
import { Empty, ErrorPanel, Loaded } from '../ui/states.js';
import { RunFacts } from '../values/run-facts.js';
import { FactsPanel } from './facts-panel.js';
import { queenAt } from './lineage.js';
import { Outline } from './outline.js';
import { PedigreeControls } from './pedigree-controls.js';
import { usePedigree, type Pedigree } from './pedigree-data.js';
import { PedigreeHead } from './pedigree-head.js';
import { FIRST_GENERATIONS, type Generations, type PedigreeSearch } from './pedigree-search.js';
import { usePedigreeValues } from './pedigree-values.js';
import { DrawingKeys, ZoomedDrawing } from './zoomed-drawing.js';
import styles from './pedigree.module.css';

export default function PedigreePage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/signed-in/queens/$id/pedigree' });
  const search = useSearch({ from: '/signed-in/queens/$id/pedigree' });
  const generations = search.generations ?? FIRST_GENERATIONS;
  const narrow = useNarrow();
  const as = search.as ?? (narrow ? 'outline' : 'drawing');
  const query = usePedigree(id, generations, search.of);
  const name = query.data?.queen.name;
  return (
    <Page
      title={name === undefined ? t`Pedigree` : t`Pedigree of ${name}`}
      back={
        name !== undefined && (
          <Link to="/queens/$id" params={{ id }}>
            {name}
          </Link>
        )
      }
      actions={
        name !== undefined && (
          <ButtonLink to="/queens/$id/card" params={{ id }} icon={<Printer aria-hidden="true" />}>
            <Trans>Card</Trans>
          </ButtonLink>
        )
      }
    >
      <PedigreeControls {...{ id, search, generations, as }} />
      <Loaded query={query} lines={8}>
        {(pedigree) =>
          pedigree ? (
            <Shown key={`${id} ${search.of}`} {...{ id, pedigree, search, generations, as }} />
          ) : (
            <Empty>
              <Trans>There is no such queen.</Trans>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

interface ShownProps {
  id: string;
  pedigree: Pedigree;
  search: PedigreeSearch;
  generations: Generations;
  as: 'drawing' | 'outline';
}

function Shown({ id, pedigree, search, generations, as }: ShownProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const whole = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<number | null>(null);
  const values = usePedigreeValues(id, generations, search.of === 'daughters', search.value);
  const { lineage, queen } = pedigree;
  const { name } = queen;
  const count = pedigree.daughters;
  const open = (position: number, page: boolean) => {
    const at = queenAt(lineage, position);
    if (at && !page) choose(position);
    else void navigate({ to: '/queens/$id', params: { id: at?.id ?? id } });
  };
  const focus = (position: number) =>
    whole.current?.querySelector<HTMLElement>(`[data-position="${position}"]`)?.focus({ preventScroll: true });
  const close = () => {
    if (chosen !== null) focus(chosen);
    choose(null);
  };
  const shown = chosen === null ? null : queenAt(lineage, chosen);
  const present = shown && chosen;
  const panel = shown && present !== null && (
    <FactsPanel queen={shown} position={present} {...{ lineage, search }} onPlace={choose} onClose={close} />
  );
  const shared = {
    lineage,
    label: search.of ? t`Pedigree of the daughters of ${name}` : t`Pedigree of ${name}`,
    daughters: {
      name: t`Her daughters`,
      count: t`${plural(count, { one: '# daughter', other: '# daughters' })}`,
    },
    value: values.of,
    onOpen: open,
  };
  return (
    <div ref={whole}>
      <PedigreeHead pedigree={pedigree} />
      {search.of && !lineage.places.has(3) && (
        <p className={styles.note}>
          <Trans>Her mating is not known, so the sire’s side is empty.</Trans>
        </p>
      )}
      {as === 'outline' ? (
        <div className={styles.listed}>
          <Outline {...shared} />
          {panel}
        </div>
      ) : (
        <ZoomedDrawing {...shared} chosen={present}>
          {panel}
        </ZoomedDrawing>
      )}
      {search.value && values.run && <RunFacts run={values.run} />}
      {search.value && Boolean(values.error) && <ErrorPanel error={values.error} />}
      {as === 'drawing' && <DrawingKeys />}
    </div>
  );
}
