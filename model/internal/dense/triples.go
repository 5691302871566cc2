package dense

// TripleMap is the map that all levels of a class share. Each level has three coordinates z, three constants d and
// three effects b:
//
//	η = Shift + R z + A d,  b = C η.
//
// Vectors of three have a fourth place, which is 0.
type TripleMap struct {
	Shift     [4]float64
	Root      [3][4]float64 // columns of R
	Gain      [3][4]float64 // columns of A
	RootByRow [3][4]float64
}

// TripleBar holds derivatives of a function, summed over levels. Derivatives with respect to R, A and C are stored by
// rows.
type TripleBar struct {
	Root, Gain [3][4]float64
	Shift      [4]float64
	C          [3][4]float64
}

// TriplesForward sets the effects b of the levels in order from their z. b and z have 3 numbers for each of all levels.
// d and eta have 4 numbers for each level in order, and the last of the 4 is 0. TriplesForward sets eta, and returns Σ
// η². c holds the columns of C.
func TriplesForward(order []int32, levels int, m *TripleMap, c *[3][4]float64, z, d, eta, b []float64) float64 {
	n := len(order)
	if n == 0 {
		return 0
	}
	z, b, d, eta = z[:3*levels], b[:3*levels], d[:4*n], eta[:4*n]
	if best() != plain {
		var square [4]float64
		triplesForward(n, &order[0], m, c, &z[0], &d[0], &eta[0], &b[0], &square)
		return square[0] + square[1] + square[2]
	}
	square := 0.0
	r, a, s := &m.Root, &m.Gain, &m.Shift
	for i, j := range order {
		z, b, d, eta := z[3*j:3*j+3:3*j+3], b[3*j:3*j+3:3*j+3], d[4*i:4*i+4], eta[4*i:4*i+4]
		z0, z1, z2, d0, d1, d2 := z[0], z[1], z[2], d[0], d[1], d[2]
		e0 := s[0] + r[0][0]*z0 + a[0][0]*d0 + a[1][0]*d1 + a[2][0]*d2
		e1 := s[1] + r[0][1]*z0 + r[1][1]*z1 + a[0][1]*d0 + a[1][1]*d1 + a[2][1]*d2
		e2 := s[2] + r[0][2]*z0 + r[1][2]*z1 + r[2][2]*z2 + a[0][2]*d0 + a[1][2]*d1 + a[2][2]*d2
		square += e0*e0 + e1*e1 + e2*e2
		eta[0], eta[1], eta[2], eta[3] = e0, e1, e2, 0
		b[0], b[1], b[2] = c[0][0]*e0, c[0][1]*e0+c[1][1]*e1, c[0][2]*e0+c[1][2]*e1+c[2][2]*e2
	}
	return square
}

// TriplesBackward takes the derivatives g of a function with respect to the effects of TriplesForward. It sets zbar and
// bar to the derivatives of that function − ½ Σ η²; to those with respect to C it adds. c holds the rows of C.
func TriplesBackward(
	order []int32, levels int, m *TripleMap, c *[3][4]float64, z, d, eta, g, zbar []float64, bar *TripleBar,
) {
	n := len(order)
	if n == 0 {
		bar.Root, bar.Gain, bar.Shift = [3][4]float64{}, [3][4]float64{}, [4]float64{}
		return
	}
	z, g, zbar, d, eta = z[:3*levels], g[:3*levels], zbar[:3*levels], d[:4*n], eta[:4*n]
	if best() != plain {
		triplesBackward(n, &order[0], m, c, &z[0], &d[0], &eta[0], &g[0], &zbar[0], bar)
		return
	}
	bar.Root, bar.Gain, bar.Shift = [3][4]float64{}, [3][4]float64{}, [4]float64{}
	r := &m.RootByRow
	for i, j := range order {
		z, g, zbar := z[3*j:3*j+3:3*j+3], g[3*j:3*j+3:3*j+3], zbar[3*j:3*j+3:3*j+3]
		d, eta := d[4*i:4*i+4], eta[4*i:4*i+4]
		g0, g1, g2, e0, e1, e2 := g[0], g[1], g[2], eta[0], eta[1], eta[2]
		bar.C[0][0] += g0 * e0
		bar.C[1][0] += g1 * e0
		bar.C[1][1] += g1 * e1
		bar.C[2][0] += g2 * e0
		bar.C[2][1] += g2 * e1
		bar.C[2][2] += g2 * e2
		e0, e1, e2 = c[0][0]*g0+c[1][0]*g1+c[2][0]*g2-e0, c[1][1]*g1+c[2][1]*g2-e1, c[2][2]*g2-e2
		zbar[0], zbar[1], zbar[2] = r[0][0]*e0+r[1][0]*e1+r[2][0]*e2, r[1][1]*e1+r[2][1]*e2, r[2][2]*e2
		for i, e := range [3]float64{e0, e1, e2} {
			bar.Shift[i] += e
			root, gain := &bar.Root[i], &bar.Gain[i]
			root[0] += z[0] * e
			root[1] += z[1] * e
			root[2] += z[2] * e
			gain[0] += d[0] * e
			gain[1] += d[1] * e
			gain[2] += d[2] * e
		}
	}
}
