// `npm test` does a part of what can be done in simulated worlds, which `npm run simulate` does at length. With
// HEDDLE_WHOLE_WORLD=1 the tests leave nothing out: every seed runs twice, and migrations are ended at every statement of
// every start.

export const isWholeWorld = process.env.HEDDLE_WHOLE_WORLD === '1'
