import { rm } from 'node:fs/promises';

export default async function deleteDemoData() {
  await rm(JSON.parse(process.env.QUEENBOOK_DEMO_DATA).folder, { recursive: true, force: true });
}
