import './strict-styles.js';
import './workers.js';
import '../tokens.css';
import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import 'graphiql/graphiql.css';
import './playground.css';
import { GraphiQL, type GraphiQLProps } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { drawMark } from '../mark.js';
import { required } from '../required.js';
import { examples } from './examples.js';

/** Sends an operation with the session, or with the key of the Headers tab. */
const fetcher: GraphiQLProps['fetcher'] = async (parameters, options) => {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json',
      ...options?.headers,
    },
    body: JSON.stringify(parameters),
  });
  return response.json();
};

/** Shows the signed-in user in the header; without a session, links to the sign-in page. */
async function showSession(): Promise<void> {
  const who = required('#who');
  const response = await fetch('/api/session', { headers: { Accept: 'application/json' } });
  if (response.status === 401) {
    const link = document.createElement('a');
    link.href = `/?next=${encodeURIComponent(location.pathname)}`;
    link.textContent = 'Sign in';
    who.className = 'signed-out';
    who.replaceChildren('You are signed out: ', link, ' to run the examples, or give a key in the Headers tab.');
  } else {
    who.textContent = 'Signed in';
  }
}

// GraphiQL reads the theme of the system only once. Applies later changes, unless the user has chosen a theme in its
// settings.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', async ({ matches }) => {
  if (document.body.matches('.graphiql-light, .graphiql-dark')) return;
  const { editor } = await import('monaco-editor/esm/vs/editor/editor.api.js');
  editor.setTheme(matches ? 'graphiql-DARK' : 'graphiql-LIGHT');
});

drawMark(required('.brand svg'));
createRoot(required('#playground')).render(
  // The browser must not store headers, because they can contain a key.
  <GraphiQL
    fetcher={fetcher}
    defaultTabs={examples}
    shouldPersistHeaders={false}
    showPersistHeadersSettings={false}
    inputValueDeprecation
    schemaDescription
  >
    <GraphiQL.Logo>{null}</GraphiQL.Logo>
  </GraphiQL>,
);
await showSession();
