/** The state of the list of queens, kept in the address of the page. */
export interface QueensSearch {
  generation?: 'F0' | 'F1';
  search?: string;
}

export function queensSearch({ generation, search }: Record<string, unknown>): QueensSearch {
  return {
    ...((generation === 'F0' || generation === 'F1') && { generation }),
    ...(typeof search === 'string' && search !== '' && { search }),
  };
}
