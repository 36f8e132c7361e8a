import { rm } from 'node:fs/promises';

export default async function deleteDemoData() {
  await rm(JSON.parse(process.env.QUEENBOOK_PLANTED).folder, { recursive: true, force: true });
}
