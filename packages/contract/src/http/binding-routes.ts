// The routes of bindings and of the outbox.

import * as binding from './binding-shapes.ts'
import * as delivery from './delivery-shapes.ts'
import type { Route } from './route.ts'
import { nothing, pageOf } from './shapes.ts'

export const bindingRoutes = {
  listBindings: {
    method: 'GET',
    path: '/bindings',
    action: 'binding.read',
    status: 200,
    query: binding.bindingsQuery,
    answer: pageOf(binding.bindingShape),
    summary: 'Which place belongs to which session, as far as the caller may see it; newest first.',
  },
  makeBinding: {
    method: 'POST',
    path: '/bindings',
    action: 'binding.make',
    status: 201,
    body: binding.bindInput,
    answer: binding.bindingShape,
    makes: true,
    summary: 'Bind a conversation to a session; one that is bound already is bound anew.',
  },
  endBinding: {
    method: 'DELETE',
    path: '/bindings/{id}',
    action: 'binding.end',
    status: 204,
    answer: nothing,
    summary: 'End a binding: by whoever made it, or an admin.',
  },
  listDeliveries: {
    method: 'GET',
    path: '/deliveries',
    action: 'delivery.read',
    status: 200,
    query: delivery.deliveriesQuery,
    answer: pageOf(delivery.deliveryShape),
    summary: 'The outbox, as far as the caller may see it; newest first.',
  },
  resendDelivery: {
    method: 'POST',
    path: '/deliveries/{id}/resend',
    action: 'delivery.resend',
    status: 200,
    answer: delivery.deliveryShape,
    summary: 'Send again what was given up, refused, held or is not known; where it goes is decided anew.',
  },
  dismissDelivery: {
    method: 'POST',
    path: '/deliveries/{id}/dismiss',
    action: 'delivery.dismiss',
    status: 200,
    answer: delivery.deliveryShape,
    summary: 'Let what was given up, refused, held or is not known be.',
  },
} as const satisfies Record<string, Route>
