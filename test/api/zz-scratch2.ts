import { makePlaces } from '#server/areas/places/places.service.ts'
import { readCities } from '#server/areas/places/cities.ts'
import { distanceKm } from '#server/areas/places/distance.ts'
const p=makePlaces(); const cs=readCities()
for(const c of cs){const z=p.timeZoneOf(c.latitude,c.longitude); if(z!==c.timeZone)console.log('zone',c.name,c.timeZone,z)
 const n=p.cityNear(c.latitude,c.longitude)!; if(n.name!==c.name)console.log('near',c.name,'->',n.name,Math.round(distanceKm(c,n)))}
const bad=new Set<string>();for(let la=-90;la<=90;la+=1)for(let lo=-180;lo<=180;lo+=1){const z=p.timeZoneOf(la,lo);try{new Intl.DateTimeFormat('ru',{timeZone:z})}catch{bad.add(z)}};console.log('bad',bad)
console.log(p.cities('к').map(c=>c.name).join(), p.cities('нов').map(c=>c.name).join())
for(const [a,b] of [[55.76,37.86],[43.585,39.723],[66,100],[59.93,30.3],[55.6,37.5],[NaN,1]])console.log(a,b,p.cityNear(a!,b!)?.name)
