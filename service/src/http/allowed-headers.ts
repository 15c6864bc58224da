/**
 * Headers that monitoring tools of a casino's page add to each of its requests. Without permission for them a browser sends none of the
 * page's requests. Nothing of ours reads, trusts or logs them: an id of a request is always our own.
 */
const TRACING_HEADERS = [
  // W3C Trace Context and Baggage: OpenTelemetry and most tools.
  ...['traceparent', 'tracestate', 'baggage', 'correlation-context'],
  // Sentry, New Relic, Elastic, Instana, Dynatrace, AppDynamics.
  ...['sentry-trace', 'newrelic', 'elastic-apm-traceparent'],
  ...['x-instana-t', 'x-instana-s', 'x-instana-l', 'x-dtpc', 'x-dtreferer', 'adrum'],
  // Datadog.
  ...['x-datadog-trace-id', 'x-datadog-parent-id', 'x-datadog-origin', 'x-datadog-sampling-priority', 'x-datadog-tags'],
  // Zipkin and Jaeger.
  ...['b3', 'x-b3-traceid', 'x-b3-spanid', 'x-b3-parentspanid', 'x-b3-sampled', 'x-b3-flags', 'uber-trace-id'],
  // Application Insights, Google Cloud, AWS X-Ray, and ids that pages make themselves.
  ...['request-id', 'request-context', 'x-cloud-trace-context', 'x-amzn-trace-id', 'x-request-id', 'x-correlation-id'],
]

/**
 * What a page of another origin may send. The list is the same for every question, so an answer holds for all of them as long as a
 * browser keeps it, and needs no `Vary`; a list that repeats what was asked would need both care and one.
 */
export const ALLOWED_HEADERS = ['Authorization', 'Content-Type', ...TRACING_HEADERS].join(', ')
