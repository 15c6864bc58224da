export { COIN } from './game.ts'
export { listCoinPrizes } from './list-prizes.ts'
export { tossCoin } from './toss-coin.ts'
