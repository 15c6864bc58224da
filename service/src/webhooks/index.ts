export { ATTEMPTS_COUNT } from './attempts.ts'
export {
  forgetEvents,
  readDeliveries,
  readDelivery,
  releaseWaiting,
  replayDeliveries,
  replayDelivery,
} from './deliveries.ts'
export { countFailed, type DeliveryFilter, listDeliveriesOfEvents, listDueEndpoints } from './delivery-store.ts'
export type { Endpoint, EndpointSecret } from './endpoint.ts'
export { findEndpoint, listEndpoints } from './endpoint-store.ts'
export { type DomainEvent, type EventContent, enqueueEvent } from './enqueue-event.ts'
export {
  changeEndpoint,
  createEndpoint,
  revealEndpointSecret,
  rotateEndpointSecret,
  setEndpointEnabled,
  testEndpoint,
} from './manage-endpoints.ts'
export { openPayloads, readSealedPayload, replacePayload } from './payloads.ts'
export { sendDue } from './send-deliveries.ts'
export { countEventsWithPersonalData, eraseEvents } from './store.ts'
export { ENDPOINT_SECRET, PREVIOUS_ENDPOINT_SECRET } from './tables.ts'
export { deliveryView, endpointView } from './view.ts'
