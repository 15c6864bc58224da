import { testEndpoint } from '../../webhooks/index.ts'
import { created, type S2sHandler } from '../handlers.ts'

export const testEndpointHandler: S2sHandler<'testEndpoint'> = async (ctx, { operator }, { params }) =>
  created({ delivery: await testEndpoint(ctx, operator.operatorId, params.endpointId) })
