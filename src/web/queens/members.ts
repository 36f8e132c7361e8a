import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export interface Identifier {
  system: string;
  value: string;
}

/** The editable members of a queen. The names of the members in REST are also the names of the form fields. */
export interface Entry {
  generation: 'F0' | 'F1';
  queen_name: string | null;
  external_id: string | null;
  external_identifiers: Identifier[];
  race: string | null;
  line: string | null;
  breeder_code: string | null;
  birth_date: string | null;
  marking: string | null;
  life_status: string | null;
  mother_id: string | null;
  father_id: string | null;
  mating_type: string | null;
  mated_to_id: string | null;
  mated_at: string | null;
  mating_station: string | null;
  sdi_code: number | null;
  drone_producers: number | null;
  drones: number | null;
  notes: string | null;
}
export type Member = keyof Entry;

/** The labels of the members, in the order of the form. */
export const MEMBER_NAMES: Record<Member, MessageDescriptor> = {
  generation: msg`Generation`,
  queen_name: msg`Name`,
  external_id: msg`Studbook number`,
  external_identifiers: msg`Other numbers`,
  race: msg`Race`,
  line: msg`Line`,
  breeder_code: msg`Breeder code`,
  birth_date: msg`Born`,
  marking: msg`Marking`,
  life_status: msg`Status`,
  mother_id: msg`Dam (2a)`,
  father_id: msg`Sire (4a of the dam’s mating)`,
  mating_type: msg`Type of mating`,
  mated_to_id: msg`Mated to`,
  mated_at: msg`Mated on`,
  mating_station: msg`Mating station`,
  sdi_code: msg`SDI code`,
  drone_producers: msg`Drone-producing queens`,
  drones: msg`Drones`,
  notes: msg`Notes`,
};
export const MEMBERS = Object.keys(MEMBER_NAMES) as Member[];

const GRAPHQL_NAMES: Record<string, Member> = {
  name: 'queen_name',
  externalId: 'external_id',
  externalIdentifiers: 'external_identifiers',
  breederCode: 'breeder_code',
  dateOfBirth: 'birth_date',
  status: 'life_status',
  motherId: 'mother_id',
  fatherId: 'father_id',
  matingType: 'mating_type',
  matedToId: 'mated_to_id',
  matedAt: 'mated_at',
  matingStation: 'mating_station',
  sdiCode: 'sdi_code',
  droneProducers: 'drone_producers',
};

/** Returns the member of a GraphQL field; undefined if there is none. */
export const memberOf = (field: string): Member | undefined =>
  GRAPHQL_NAMES[field] ?? MEMBERS.find((member) => member === field);

export const LINKS = ['mother_id', 'father_id', 'mated_to_id'] as const;
