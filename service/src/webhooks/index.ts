export { type DomainEvent, enqueueEvent } from './enqueue-event.ts'
