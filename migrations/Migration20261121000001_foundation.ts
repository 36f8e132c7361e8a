import { Migration } from '@mikro-orm/migrations';

const LIFE_STATUS = `'testing', 'production', 'sold', 'dead', 'lost'`;
const MATING_TYPE = `'island_station', 'land_station', 'insemination', 'single_drone', 'single_queen', 'open'`;
const SCORE = (column: string) =>
  `${column} double precision check (${column} between 1 and 4 and ${column} * 2 = floor(${column} * 2))`;
const TRAIT_COLUMNS = `
  honey double precision check (honey between 0 and 200),
  ${['gentleness', 'vigor', 'wintering', 'non_swarming', 'comb_behavior'].map(SCORE).join(',\n  ')},
  hyg6h smallint check (hyg6h between 0 and 50),
  hyg24h smallint check (hyg24h between 0 and 50)`;
const STAMPS = `
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()`;
// Time of the last change of the content. Undoing an import restores this time, but not `updated_at`.
const EDITION = `edited_at timestamptz(3) not null default now()`;

/**
 * Keys and indexes of account tables start with `account_id`, so that the tables could be distributed by account. The
 * exceptions are `session` and `password_link`, whose rows are found by the hash of a secret, because they are read
 * before the account is known. Foreign keys contain `account_id`, so that no row can refer to another account. Each
 * foreign key costs one look-up per written row, so redundant foreign keys are omitted. `evaluation` has no foreign key
 * to `account`, because an evaluation has the account of its queen. `father_id` has no foreign key, because it normally
 * repeats the `mated_to_id` of the dam, which has a foreign key. `import_row` has no foreign key to `import`, because
 * raw rows are deleted with their queen.
 */
export class Migration20261121000001_foundation extends Migration {
  override up(): void {
    this.addSql(`
      create table account (
        id uuid primary key,
        email text not null,
        name text not null,
        password_hash text,
        language text not null default 'en',
        ${STAMPS}
      )`);
    this.addSql(`create unique index account_email_key on account (lower(email))`);
    this.addSql(`
      create table session (
        id_hash text primary key,
        account_id uuid references account on delete cascade,
        data jsonb not null,
        expires_at timestamptz(3) not null
      )`);
    this.addSql(`create index session_account on session (account_id)`);
    this.addSql(`create index session_expiry on session (expires_at)`);
    this.addSql(`
      create table password_link (
        token_hash text primary key,
        account_id uuid not null references account on delete cascade,
        expires_at timestamptz(3) not null
      )`);
    this.addSql(`create index password_link_account on password_link (account_id)`);

    this.addSql(`
      create table apiary (
        account_id uuid not null references account on delete cascade,
        id uuid not null,
        name text not null,
        latitude double precision check (latitude between -90 and 90),
        longitude double precision check (longitude between -180 and 180),
        elevation_m double precision,
        country_code text,
        postal_code text,
        notes text,
        import_id uuid,
        ${EDITION},
        ${STAMPS},
        primary key (account_id, id),
        unique (account_id, name)
      )`);
    this.addSql(`
      create table queen (
        account_id uuid not null references account on delete cascade,
        id uuid not null,
        generation text not null check (generation in ('F0', 'F1')),
        name text collate "C" not null,
        name_key text collate "C" not null,
        race text,
        line text,
        birth_date text collate "C" check (birth_date ~ '^[0-9]{4}(-[0-9]{2}-[0-9]{2})?$'),
        birth_year integer generated always as (left(birth_date, 4)::integer) stored,
        status text check (status in (${LIFE_STATUS})),
        external_id text collate "C",
        breeder_code text,
        marking text,
        notes text,
        mother_id uuid,
        father_id uuid,
        mated_to_id uuid,
        mating_type text check (mating_type in (${MATING_TYPE})),
        sdi_code smallint check (sdi_code in (1, 2)),
        drone_producers integer check (drone_producers between 1 and 1000),
        drones integer check (drones between 1 and 1000),
        mated_at text,
        inbreeding double precision,
        import_id uuid,
        ${EDITION},
        ${STAMPS},
        primary key (account_id, id),
        foreign key (account_id, mother_id) references queen (account_id, id),
        foreign key (account_id, mated_to_id) references queen (account_id, id)
      )`);
    this.addSql(
      `create unique index queen_external_id_key on queen (account_id, external_id) where external_id is not null`,
    );
    // Queens without an identifier must have different names.
    this.addSql(
      `create unique index queen_name_without_number_key on queen (account_id, name) where external_id is null`,
    );
    this.addSql(`create index queen_by_name on queen (account_id, name_key, id)`);
    this.addSql(`create index queen_by_update on queen (account_id, updated_at, id)`);
    this.addSql(`create index queen_mother on queen (account_id, mother_id) where mother_id is not null`);
    this.addSql(`create index queen_father on queen (account_id, father_id) where father_id is not null`);
    this.addSql(`create index queen_mated_to on queen (account_id, mated_to_id) where mated_to_id is not null`);
    this.addSql(`
      create table queen_identifier (
        account_id uuid not null,
        value text collate "C" not null,
        system text collate "C" not null,
        queen_id uuid not null,
        import_id uuid,
        primary key (account_id, value, system),
        foreign key (account_id, queen_id) references queen (account_id, id) on delete cascade
      )`);
    this.addSql(`create index queen_identifier_queen on queen_identifier (account_id, queen_id)`);

    this.addSql(`
      create table hive (
        account_id uuid not null references account on delete cascade,
        id uuid not null,
        apiary_id uuid,
        name text not null,
        type text,
        queen_id uuid,
        import_id uuid,
        ${EDITION},
        ${STAMPS},
        primary key (account_id, id),
        unique (account_id, apiary_id, name),
        unique (account_id, queen_id),
        foreign key (account_id, apiary_id) references apiary (account_id, id),
        foreign key (account_id, queen_id) references queen (account_id, id)
      )`);
    this.addSql(`
      create table evaluation (
        account_id uuid not null,
        id uuid not null,
        queen_id uuid not null,
        year integer not null check (year between 1900 and 2200),
        evaluated_on text collate "C",
        apiary_id uuid,
        hive_id uuid,
        evaluator text,
        country_code text,
        postal_code text,
        ${TRAIT_COLUMNS},
        import_id uuid,
        ${EDITION},
        ${STAMPS},
        primary key (account_id, id),
        check (hyg24h >= hyg6h),
        check (num_nonnulls(honey, gentleness, vigor, wintering, non_swarming, comb_behavior, hyg6h, hyg24h) > 0),
        foreign key (account_id, queen_id) references queen (account_id, id) on delete cascade,
        foreign key (account_id, apiary_id) references apiary (account_id, id),
        foreign key (account_id, hive_id) references hive (account_id, id)
      )`);
    this.addSql(`
      create unique index evaluation_key on evaluation
        (account_id, queen_id, year, coalesce(apiary_id, '00000000-0000-0000-0000-000000000000'))`);
    this.addSql(`create index evaluation_by_year on evaluation (account_id, year, id)`);
    this.addSql(`create index evaluation_by_update on evaluation (account_id, updated_at, id)`);
    this.addSql(`create index evaluation_apiary on evaluation (account_id, apiary_id, year)`);
    this.addSql(`create index evaluation_hive on evaluation (account_id, hive_id) where hive_id is not null`);

    this.addSql(`
      create table ebv_run (
        account_id uuid not null references account on delete cascade,
        id uuid not null,
        status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
        source text not null check (source in ('import', 'computed')),
        method text,
        traits text[] not null,
        base_years integer,
        parameters jsonb,
        report jsonb,
        fingerprint text,
        progress double precision not null default 0,
        error text,
        import_id uuid,
        created_at timestamptz(3) not null default now(),
        computed_at timestamptz(3),
        primary key (account_id, id)
      )`);
    this.addSql(`create index ebv_run_latest on ebv_run (account_id, computed_at desc, id)`);
    this.addSql(`
      create table breeding_value (
        account_id uuid not null,
        run_id uuid not null,
        queen_id uuid not null,
        trait text not null,
        entity_type text not null check (entity_type in ('queen', 'worker')),
        raw double precision,
        normalized double precision not null,
        reliability double precision check (reliability between 0 and 1),
        primary key (account_id, run_id, queen_id, trait, entity_type),
        foreign key (account_id, run_id) references ebv_run (account_id, id) on delete cascade,
        foreign key (account_id, queen_id) references queen (account_id, id)
      )`);
    this.addSql(`create index breeding_value_queen on breeding_value (account_id, queen_id)`);
    // Default order of the values of a run: by trait and kind, best values first.
    this.addSql(`
      create index breeding_value_best on breeding_value
        (account_id, run_id, trait, entity_type, normalized desc, queen_id)`);

    this.addSql(`
      create table import (
        account_id uuid not null references account on delete cascade,
        id uuid not null,
        status text not null check (status in ('receiving', 'queued', 'running', 'completed', 'failed', 'cancelled')),
        format text,
        filename text not null,
        sheet text,
        dry_run boolean not null,
        headers text[] not null default '{}',
        columns jsonb not null default '[]',
        rows integer not null default 0,
        done integer not null default 0,
        created jsonb not null default '{}',
        updated jsonb not null default '{}',
        unchanged jsonb not null default '{}',
        error_count integer not null default 0,
        created_at timestamptz(3) not null default now(),
        started_at timestamptz(3),
        finished_at timestamptz(3),
        applied_at timestamptz(3),
        undone_at timestamptz(3),
        primary key (account_id, id)
      )`);
    this.addSql(`create index import_by_time on import (account_id, created_at, id)`);
    this.addSql(`
      create table import_error (
        account_id uuid not null,
        import_id uuid not null,
        row integer,
        column_name text,
        message text not null,
        foreign key (account_id, import_id) references import (account_id, id) on delete cascade
      )`);
    this.addSql(`create index import_error_import on import_error (account_id, import_id, row)`);
    // Rows of the file while the import runs. The import deletes them at its end.
    this.addSql(`
      create table import_draft (
        account_id uuid not null,
        import_id uuid not null,
        row integer not null,
        id uuid not null,
        evaluation_id uuid not null,
        cells text[] not null,
        digest uuid not null,
        external_id text collate "C",
        identifiers jsonb,
        name text collate "C",
        name_key text collate "C",
        generation text,
        race text,
        line text,
        birth_date text collate "C",
        status text,
        breeder_code text,
        marking text,
        notes text,
        mother text collate "C",
        mother_kind text,
        father text collate "C",
        father_kind text,
        mated_to text collate "C",
        mated_to_kind text,
        mating_type text,
        sdi_code smallint,
        drone_producers integer,
        drones integer,
        mated_at text,
        apiary text,
        hive text,
        year integer,
        evaluated_on text,
        evaluator text,
        country_code text,
        postal_code text,
        honey double precision,
        gentleness double precision,
        vigor double precision,
        wintering double precision,
        non_swarming double precision,
        comb_behavior double precision,
        hyg6h smallint,
        hyg24h smallint,
        breeding_values jsonb
      )`);
    this.addSql(`create index import_draft_import on import_draft (account_id, import_id, row)`);
    // Raw rows of imported files that describe a queen. They are stored permanently.
    this.addSql(`
      create table import_row (
        account_id uuid not null,
        queen_id uuid not null,
        import_id uuid not null,
        row integer not null,
        digest uuid not null,
        cells text[] not null,
        primary key (account_id, queen_id, import_id, row),
        foreign key (account_id, queen_id) references queen (account_id, id) on delete cascade
      )`);
    this.addSql(`create index import_row_import on import_row (account_id, import_id)`);
    // Former values of the rows that an import changed. Undoing the import restores them.
    this.addSql(`
      create table import_change (
        account_id uuid not null,
        import_id uuid not null,
        kind text not null,
        row_id uuid not null,
        before jsonb not null,
        primary key (account_id, import_id, kind, row_id),
        foreign key (account_id, import_id) references import (account_id, id) on delete cascade
      )`);
  }

  override down(): void {
    const tables = `import_change, import_row, import_draft, import_error, import, breeding_value, ebv_run, evaluation, hive,
      queen_identifier, queen, apiary, password_link, session, account`;
    this.addSql(`drop table ${tables} cascade`);
  }
}
