/** Sends the most expensive allowed requests of each kind repeatedly. */
export const expensiveQueries = {
  name: 'the most expensive allowed queries',
  async run({ program, ids, short, responseLog }) {
    const half = ids.slice(0, 50);
    const others = ids.slice(50, 100);
    const requests = [
      ['GET', '/api/v1/ebv/ranking?limit=100'],
      ['GET', '/api/v1/ebv/trends'],
      ['GET', '/api/v1/queens?limit=100&search=e&sort=-queen_name'],
      ['GET', '/api/v1/queens?limit=100&search=zzzzzz'],
      [
        'POST',
        '/api/v1/ebv/mating-plans',
        { queen_ids: half, drone_mother_ids: others, use: 'drone_producing_daughters' },
      ],
      ['GET', '/api/v1/changes?limit=100'],
      ['GET', '/api/openapi.json'],
    ];
    const until = performance.now() + (short ? 2000 : 20_000);
    const times = {};
    await Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        for (let n = client; performance.now() < until; n += 1) {
          const [method, path, body] = requests[n % requests.length];
          const startedAt = performance.now();
          const response = await program.send(method, path, body);
          const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
          responseLog.add({ status: response.status, type: response.headers.get('Content-Type'), text }, path);
          const request = `${path.replace(/^\/api\/(v1\/)?|\?.*/g, '')} ${response.status}`;
          times[request] = Math.max(times[request] ?? 0, Math.round(performance.now() - startedAt));
        }
      }),
    );
    return Object.entries(times)
      .map(([label, maximum]) => `${label} ${maximum} ms`)
      .join(', ');
  },
};
