/** When a version is published: immediately, or at a time. */
export type PublishMode = 'now' | 'later'

/** The time of publication and the reason as the viewer enters them. `time`: the content of its field, in UTC. */
export type PublicationDraft = { readonly mode: PublishMode; readonly time: string; readonly reason: string }
