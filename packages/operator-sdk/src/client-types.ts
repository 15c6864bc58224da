import type { Route } from '@coffer/contract/route'

/** Types of the client, taken from a route table: a route added to the table is a method of the client at once. */

type Schema = { _zod: { input: unknown; output: unknown } }
type In<T> = T extends Schema ? T['_zod']['input'] : unknown
type Out<T> = T extends Schema ? T['_zod']['output'] : undefined

/** Parameters travel as text; whoever calls may give the value that the text stands for (42, [1, 2]). */
type Loose<T> = T extends Schema
  ? {
      [K in keyof T['_zod']['input']]:
        | T['_zod']['input'][K]
        | (K extends keyof T['_zod']['output'] ? T['_zod']['output'][K] : never)
    }
  : unknown

type Part<R extends Route, K extends 'params' | 'query' | 'body'> = R extends { [P in K]: infer S } ? S : undefined

/** Path parameters, query and body of a route in one object. */
export type RouteInput<R extends Route> = Loose<Part<R, 'params'>> & Loose<Part<R, 'query'>> & In<Part<R, 'body'>>

export type RouteAnswer<R extends Route> = Out<R['success'][keyof R['success']]>

type Arguments<Input> = unknown extends Input ? [] : object extends Input ? [input?: Input] : [input: Input]

export type ClientOf<Routes extends Record<string, Route>> = {
  readonly [K in keyof Routes]: (...input: Arguments<RouteInput<Routes[K]>>) => Promise<RouteAnswer<Routes[K]>>
}
