import { useParams } from '@tanstack/react-router';
import { Page } from '../ui/page.js';
import { QueenPedigree } from './queen-pedigree.js';

export default function PedigreePage() {
  const { id } = useParams({ from: '/signed-in/queens/$id/pedigree' });
  return (
    <Page title="Pedigree">
      <QueenPedigree id={id} name="x" />
    </Page>
  );
}
