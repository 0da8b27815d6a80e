export const programFolder: string
export const indexName: string
export function findProgram(root: string): string | undefined
