export function countCoverage(): void;
export function writeCoverage(): void;
export function coverageVariable(): Record<string, string>;
