import { Page } from '../ui/page.js';

export default function ComingPage() {
  return (
    <Page title="Season">
      <p />
    </Page>
  );
}
