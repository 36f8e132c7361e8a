import { fileURLToPath } from 'node:url';

export interface Sample {
  name: string;
  title: string;
  description: string;
  charset: 'utf-8' | 'windows-1252';
}

/**
 * Simulated files in formats that breeders use. Each file must be imported after the previous files, because it refers
 * to their queens.
 */
export const SAMPLES: readonly Sample[] = [
  {
    name: 'datenimport-2005-2024.csv',
    title: 'Breeding queens of 2005 to 2024',
    description: 'BeeBreed Datenimport: queens with their dams, their matings and one performance test each.',
    charset: 'windows-1252',
  },
  {
    name: 'stockkarten-2024.csv',
    title: 'Hive cards of 2024',
    description:
      'BeeBreed Stockkarten: the performance tests of one season. The queens are identified by their studbook numbers.',
    charset: 'utf-8',
  },
  {
    name: 'regine-f1-2024.csv',
    title: 'Production queens of 2024',
    description: 'A table of a breeder with headers in Italian: F1 daughters with their dams.',
    charset: 'utf-8',
  },
  {
    name: 'zuchtwerte-2024.csv',
    title: 'Breeding values of 2024',
    description: 'BeeBreed Zuchtwerte: values around 100 and their reliabilities.',
    charset: 'utf-8',
  },
];

/** The files stay in the source folder, because the compiler does not copy them. */
const SAMPLE_FOLDER = new URL('../../../src/demo/', import.meta.url);

export const fileOf = ({ name }: Sample): string => fileURLToPath(new URL(name, SAMPLE_FOLDER));
