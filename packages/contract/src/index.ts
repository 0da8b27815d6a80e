// The vocabulary that the gateway, the browser and the emulators share.

export * from './actions.ts'
export * from './exit-codes.ts'
export * from './facts.ts'
export * from './handle.ts'
export * from './http/routes.ts'
export * from './http/shapes.ts'
export * from './ids.ts'
export * from './limits.ts'
export * from './nearest.ts'
export * from './refusals.ts'
export * from './roles.ts'
export * from './settings.ts'
