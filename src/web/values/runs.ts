import { queryOptions } from '@tanstack/react-query';
import { ask, graphql, type ResultOf } from '../data/graphql.js';

export const RUNS = graphql(`
  query Runs($first: Int!, $offset: Int!) {
    ebvRuns(first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        status
        source
        method
        traits
        progress
        createdAt
        computedAt
      }
    }
  }
`);
export type ListedRun = ResultOf<typeof RUNS>['ebvRuns']['nodes'][number];

const RUN = graphql(`
  query Run($id: ID!) {
    ebvRun(id: $id) {
      id
      status
      source
      method
      traits
      baseYears
      droneGroups
      validationSeasons
      progress
      createdAt
      computedAt
      error
      fingerprint
      moreWarnings
      traitProgress {
        trait
        progress
      }
      traitReports {
        trait
        records
        groups
        weakGroups
        parameters {
          worker
          queen
          covariance
          residual
        }
        source
        estimation {
          iterations
          converged
          atBoundary
          logLikelihood
          standardErrors {
            worker
            queen
            covariance
            residual
          }
        }
        reliability
        reliabilityError {
          mean
          largest
        }
        scale {
          fromYear
          toYear
          queens
          mean
          sd
        }
        prediction {
          seasons
          hiddenTests
          focalQueens
          biasInPoints
          dispersion
          consistency
          predictiveAbility
          points {
            expected
            observed
          }
        }
        refused
        refusedCode
        refusedParams
      }
      warnings {
        trait
        year
        records
        reason
        apiaryId
        apiary {
          id
          name
        }
      }
    }
  }
`);
export type Run = NonNullable<ResultOf<typeof RUN>['ebvRun']>;
export type TraitReport = Run['traitReports'][number];
export type Warning = Run['warnings'][number];

export const START = graphql(`
  mutation StartRun($input: EbvRunInput!) {
    startEbvRun(input: $input) {
      id
    }
  }
`);

export const END = graphql(`
  mutation EndRun($id: ID!) {
    deleteEbvRun(id: $id) {
      id
    }
  }
`);

const PUBLISHED = graphql(`
  query PublishedVariances {
    publishedParameters {
      trait
      unit
      worker
      queen
      covariance
      residual
      source
    }
  }
`);

export type Published = ResultOf<typeof PUBLISHED>['publishedParameters'][number];

/** Whether the run is waiting or running. */
export const isOpen = ({ status }: { status: Run['status'] }): boolean => status === 'queued' || status === 'running';

/** Interval between two requests for the progress, in milliseconds. */
export const POLL_INTERVAL_MS = 1000;

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['run', id],
    queryFn: async ({ signal }) => (await ask(RUN, { id }, signal)).ebvRun,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? POLL_INTERVAL_MS : false),
  });

export const publishedQuery = queryOptions({
  queryKey: ['publishedVariances'],
  queryFn: async ({ signal }) => (await ask(PUBLISHED, {}, signal)).publishedParameters,
  staleTime: Infinity,
});
