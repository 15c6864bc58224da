export { JOBS, type JobName, startJobs } from './start-jobs.ts'
