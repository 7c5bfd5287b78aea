% Windows.
bartlett(5), blackman(5), hamming(4), hanning(4)
