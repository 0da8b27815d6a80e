// Under which path the routes of the HTTP API stand.

export const apiPrefix = '/api/v1'
